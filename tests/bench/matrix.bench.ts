import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { findChromium } from "../../workers/setup/chromium.mjs";
import type { MatrixTimes } from "./matrix-page.tsx";

/** What was measured; `limit` is the largest value that is good enough. */
type Measurement = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number };

/** The matrix in a real browser without a GPU: from the data to the first frame, and the frames of a scroll. */
export async function bench(): Promise<Measurement[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("there is no Chromium on the PATH");
  const folder = mkdtempSync(join(tmpdir(), "flipbook-matrix-"));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--allow-file-access-from-files"] });
  try {
    await buildPage(folder);
    const page = await browser.newPage({ viewport: { width: 1092, height: 600 } });
    await page.goto(pathToFileURL(join(folder, "index.html")).href);
    const times = async (items: number, seeds: number): Promise<MatrixTimes> => page.evaluate(([i, s]) => window.measureMatrix(i, s), [items, seeds] as const);
    await times(47, 10);
    const sample = await times(47, 40);
    const large = await times(500, 40);
    const huge = await times(10_000, 100);
    return [
      { name: "47 × 40: data to painted frame", value: sample.openMs, unit: "ms", limit: 100 },
      { name: "500 × 40: data to painted frame", value: large.openMs, unit: "ms" },
      { name: "500 × 40: median frame of a scroll", value: large.medianFrameMs, unit: "ms", limit: 17.5 },
      { name: "10,000 × 100: data to painted frame", value: huge.openMs, unit: "ms", limit: 1000 },
      { name: "10,000 × 100: median frame of a scroll", value: huge.medianFrameMs, unit: "ms", limit: 17.5 },
      { name: "10,000 × 100: 95th percentile of frames", value: huge.slowFrameMs, unit: "ms" },
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildPage(folder: string): Promise<void> {
  const entry = new URL("matrix-page.tsx", import.meta.url).pathname;
  await build({ entryPoints: [entry], bundle: true, format: "esm", outfile: join(folder, "page.js"), jsx: "automatic", define: { "process.env.NODE_ENV": '"production"' }, logLevel: "error" });
  const tokens = readFileSync(new URL("../../renderer/styles/tokens.css", import.meta.url), "utf8");
  writeFileSync(join(folder, "index.html"), `<!doctype html><meta charset="utf-8"><style>${tokens}</style><link rel="stylesheet" href="page.css"><script type="module" src="page.js"></script>`);
}
