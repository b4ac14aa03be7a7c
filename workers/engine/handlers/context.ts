import type { ChangeEvent } from "../../contract/views.ts";
import type { LabDatabase } from "../../database/open.ts";
import type { Statistics } from "../statistics.ts";

/** What the handlers work with; everything that has an effect outside the database is handed in. */
export type HandlerContext = {
  /** The lab folder, absolute. */
  readonly lab: string;
  readonly db: LabDatabase;
  readonly engine: { readonly pid: number; readonly version: string; readonly startedMs: number };
  readonly now: () => number;
  /** Some random lower-case letters and digits, different each time. */
  readonly newId: () => string;
  readonly publish: (event: ChangeEvent) => void;
  readonly queue: {
    /** Ends a job of any state that has not ended; a running one is asked to stop. */
    readonly cancel: (jobId: string) => void;
    /** There may be new work. */
    readonly wake: () => void;
  };
  readonly statistics: Statistics;
  /** Folder with `tasks/` and `experiments/`. */
  readonly assets: string;
  /** Where set-up says what lies where. */
  readonly env: NodeJS.ProcessEnv;
};
