import { create } from "zustand";
import { openingView, type FlipsView } from "./model/view.ts";

type FlipsViewStore = { readonly views: Readonly<Record<string, FlipsView | undefined>> };

const useFlipsViews = create<FlipsViewStore>(() => ({ views: {} }));

/** How one experiment's matrix is arranged; coming back to the page finds it as it was left. */
export function useFlipsView(experimentId: string): readonly [FlipsView, (change: Partial<FlipsView>) => void] {
  const view = useFlipsViews((store) => store.views[experimentId] ?? openingView);
  const change = (wanted: Partial<FlipsView>): void =>
    useFlipsViews.setState(({ views }) => ({ views: { ...views, [experimentId]: { ...(views[experimentId] ?? openingView), ...wanted } } }));
  return [view, change];
}
