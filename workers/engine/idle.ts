/** What counts as being of use. */
export type IdleWatch = { readonly isBusy: () => boolean; readonly seconds: number; readonly onIdle: () => void };

const lookMs = 1_000;

/** Calls `onIdle` once nothing has been of use for so many seconds in a row; returns how to stop watching. */
export function watchIdle({ isBusy, seconds, onIdle }: IdleWatch): () => void {
  let idleLooks = 0;
  const timer = setInterval(() => {
    idleLooks = isBusy() ? 0 : idleLooks + 1;
    if (idleLooks * lookMs < seconds * 1000) return;
    clearInterval(timer);
    onIdle();
  }, lookMs);
  return () => clearInterval(timer);
}
