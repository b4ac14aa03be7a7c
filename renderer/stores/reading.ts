import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { Counting } from "../../workers/domain/outcome.ts";

/** How results are read throughout the window; every page that uses it says so. */
type ReadingStore = {
  readonly counting: Counting;
  readonly reliableShare: number;
  /** Leaves runs that were set aside out of the figures. */
  readonly ignoreSetAside: boolean;
};

export const useReading = create<ReadingStore>()(
  persist((): ReadingStore => ({ counting: "exclude", reliableShare: 0.8, ignoreSetAside: false }), { name: "flipbook-reading" }),
);
