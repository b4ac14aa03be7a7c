import { create } from "zustand";

/** The item that is open in an experiment's drawer, and the items that are brushed; by experiment, so that going back finds them again. */
type SelectionStore = {
  readonly openItem: Readonly<Record<string, number | undefined>>;
  readonly brushed: Readonly<Record<string, readonly number[] | undefined>>;
};

const nothing: readonly number[] = [];

export const useSelection = create<SelectionStore>(() => ({ openItem: {}, brushed: {} }));

export function useOpenItem(experimentId: string): number | null {
  return useSelection((store) => store.openItem[experimentId] ?? null);
}

export function openItem(experimentId: string, itemIndex: number | null): void {
  useSelection.setState(({ openItem: items }) => ({ openItem: { ...items, [experimentId]: itemIndex ?? undefined } }));
}

export function useBrushed(experimentId: string): readonly number[] {
  return useSelection((store) => store.brushed[experimentId] ?? nothing);
}

export function brushItems(experimentId: string, items: readonly number[]): void {
  useSelection.setState(({ brushed }) => ({ brushed: { ...brushed, [experimentId]: items } }));
}
