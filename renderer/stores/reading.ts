import { create } from "zustand";
import { persist } from "zustand/middleware";
import { useShallow } from "zustand/react/shallow";
import type { Counting } from "../../workers/domain/outcome.ts";

/** How results are read throughout the window; every page that uses it says so. */
type ReadingStore = {
  readonly counting: Counting;
  readonly reliableShare: number;
  /** Shows figures as if the runs that were set aside had not been made; forgotten with the window. */
  readonly leaveOutSetAside: boolean;
  /** The path that is analysed, by experiment; without an entry it is the base's. */
  readonly paths: Readonly<Record<string, string | undefined>>;
};

export const useReading = create<ReadingStore>()(
  persist((): ReadingStore => ({ counting: "exclude", reliableShare: 0.8, leaveOutSetAside: false, paths: {} }), {
    name: "flipbook-reading",
    partialize: ({ counting, reliableShare }) => ({ counting, reliableShare }),
  }),
);

/** How one experiment's results are read: what its analysis is asked for. */
export function useReadingOf(experimentId: string): Pick<ReadingStore, "counting" | "reliableShare"> & { readonly path: string | null } {
  return useReading(useShallow(({ counting, reliableShare, paths }) => ({ counting, reliableShare, path: paths[experimentId] ?? null })));
}

export function readPath(experimentId: string, path: string): void {
  useReading.setState(({ paths }) => ({ paths: { ...paths, [experimentId]: path } }));
}
