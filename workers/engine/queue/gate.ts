import type { Need } from "../machine/need.ts";
import type { ProcessIdentity } from "../runner/process-identity.ts";

/** The answer to "may this job start now?": where it may run and with which variables, or a sentence why it may not. */
export type GateAnswer = OpenGate | { readonly kind: "closed"; readonly why: string };

/** Where a job may run: a GPU's UUID or none, and the variables that keep it there. */
export type OpenGate = { readonly kind: "open"; readonly device: string | null; readonly env: Readonly<Record<string, string>> };

/** Stands between the queue and the machine. */
export type Gate = {
  /** How many jobs may run at once. */
  readonly slots: () => number;
  readonly check: (need: Need | null, busy: ReadonlySet<string>) => GateAnswer;
  /** Takes a device for a process, for this lab and against every other; false where it is gone after all. */
  readonly take: (device: string, identity: ProcessIdentity) => boolean;
  readonly release: (device: string) => void;
};
