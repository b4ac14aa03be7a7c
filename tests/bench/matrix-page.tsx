import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { arrange } from "../../renderer/features/experiment/flips/matrix/build-scene.ts";
import { MatrixCanvas } from "../../renderer/features/experiment/flips/matrix/matrix-canvas.tsx";
import { openingView } from "../../renderer/features/experiment/flips/model/view.ts";
import { classesOf } from "../../renderer/figures/flip-matrix/classes.ts";
import { gridOf } from "../../renderer/figures/flip-matrix/grid.ts";
import { inventedMatrix } from "../figures/invented-source.ts";

/** What one matrix took, in milliseconds: from the data to the first painted frame, and the frames of a scroll. */
export type MatrixTimes = { readonly openMs: number; readonly medianFrameMs: number; readonly slowFrameMs: number };

declare global {
  interface Window {
    measureMatrix: (items: number, seeds: number) => Promise<MatrixTimes>;
  }
}

const none: ReadonlySet<number> = new Set();

window.measureMatrix = async (items, seeds) => {
  const matrix = inventedMatrix({ items, seeds });
  const place = document.createElement("div");
  place.style.cssText = "position:fixed;inset:0;display:flex";
  document.body.replaceChildren(place);
  const root = createRoot(place);
  const start = performance.now();
  const grid = gridOf(matrix);
  const classes = classesOf(matrix, "lora", { counting: "exclude", reliableShare: 0.8, leaveOutSetAside: false });
  const arranged = arrange({ matrix, grid, classes, view: openingView, brushed: none });
  flushSync(() => root.render(<MatrixCanvas arranged={arranged} openItem={null} brushed={none} onOpen={() => undefined} onBrush={() => undefined} />));
  await frame();
  await frame();
  const openMs = performance.now() - start;
  const frames = await scrolled(place);
  root.unmount();
  return { openMs, medianFrameMs: frames[Math.floor(frames.length / 2)] ?? 0, slowFrameMs: frames[Math.floor(frames.length * 0.95)] ?? 0 };
};

/** Times between frames while the matrix is scrolled by about six rows a frame, sorted. */
async function scrolled(place: HTMLElement): Promise<number[]> {
  const scroller = place.querySelector("[role=grid]");
  if (scroller === null) throw new Error("there is no matrix to scroll");
  const times: number[] = [];
  let before = await frame();
  for (let step = 0; step < 120; step++) {
    scroller.scrollTop += 97;
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  return times.sort((a, b) => a - b);
}

function frame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
}
