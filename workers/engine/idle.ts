/** What keeps an engine running, and when it is of no use any more. */
export type IdleWatch = {
  readonly isBusy: () => boolean;
  /** True once the lab's folder is no longer where it was. */
  readonly isGone: () => boolean;
  /** Seconds without use after which the engine ends; null = never for that reason. */
  readonly seconds: number | null;
  readonly onEnd: () => void;
};

const lookMs = 1_000;

/** Calls `onEnd` once nothing has been of use for so long, or the lab was moved away; returns how to stop watching. */
export function watchIdle({ isBusy, isGone, seconds, onEnd }: IdleWatch): () => void {
  let idleLooks = 0;
  const timer = setInterval(() => {
    idleLooks = seconds === null || isBusy() ? 0 : idleLooks + 1;
    const idleLongEnough = seconds !== null && idleLooks * lookMs >= seconds * 1000;
    if (!idleLongEnough && !isGone()) return;
    clearInterval(timer);
    onEnd();
  }, lookMs);
  return () => clearInterval(timer);
}
