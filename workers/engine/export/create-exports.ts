import { join } from "node:path";
import type { FigureSource } from "../../../renderer/figures/source.ts";
import { withoutSetAside } from "../../../renderer/figures/without-set-aside.ts";
import type { Request } from "../../contract/requests.ts";
import { listJobsOfExperiment } from "../../database/jobs.ts";
import { LabError } from "../../domain/errors.ts";
import type { EngineApi } from "../api.ts";
import { analyse } from "../handlers/analysis.ts";
import { billView } from "../handlers/bill.ts";
import type { HandlerContext } from "../handlers/context.ts";
import { experimentView } from "../handlers/experiment-view.ts";
import { foundExperiment } from "../handlers/found.ts";
import { lossView } from "../handlers/losses.ts";
import { matrixView } from "../handlers/matrix.ts";
import { protocolView } from "../handlers/protocol/protocol.ts";
import type { ExportFile } from "./draw-figure.ts";
import { exportFigures, wantedFigures } from "./export-figures.ts";
import { loadFigureFonts } from "./figure-fonts.ts";
import type { FigureFonts } from "./figure-fonts.ts";
import { writeReport } from "./report/write-report.ts";

/** Figures and reports of an experiment as files. */
export function createExports(context: HandlerContext): Pick<EngineApi["experiment"], "exportFigures" | "report"> {
  let loaded: FigureFonts | null = null;
  const fonts = (): FigureFonts => (loaded ??= loadFigureFonts(join(context.assets, "fonts")));
  return {
    exportFigures: async ({ id, figures, theme, width, formats, scale, leaveOutSetAside, ...reading }) => {
      const wanted = wantedFigures(figures);
      const source = await sourceOf(context, { id, ...reading });
      const { files, refused } = await exportFigures(leaveOutSetAside ? withoutSetAside(source) : source, wanted, { options: { theme, width, scale, formats }, fonts: fonts() });
      if (files.length === 0) throw new LabError("bad-input", `Nothing could be drawn. ${refused.map(({ why }) => why).join(" ")}`);
      return { files: [...files, ...notDrawn(refused)].map(encoded) };
    },
    report: async ({ id }) => {
      const source = await sourceOf(context, { id, ...usualReading });
      const { plan } = foundExperiment(context.db, id);
      const environments = listJobsOfExperiment(context.db, id).flatMap((job) => job.environment ?? []);
      const facts = { source, plan, environments, protocol: await protocolView(context, id), bill: billView(context, id), program: context.engine.version };
      return { files: (await writeReport(facts, fonts())).map(encoded) };
    },
  };
}

/** As pages open: errors left out, four seeds of five make a gain reliable, the base's path. */
const usualReading = { counting: "exclude", reliableShare: 0.8, path: null } as const;

async function sourceOf(context: HandlerContext, asked: Request<"experiment", "analysis">): Promise<FigureSource> {
  const { id } = asked;
  const analysis = await analyse(context, asked, new AbortController().signal);
  return { experiment: experimentView(context, id), matrix: matrixView(context, id), analysis, losses: lossView(context, id) };
}

function notDrawn(refused: readonly { readonly name: string; readonly why: string }[]): ExportFile[] {
  if (refused.length === 0) return [];
  const text = refused.map(({ name, why }) => `${name}: ${why}\n`).join("");
  return [{ name: "not-drawn.txt", bytes: new TextEncoder().encode(text) }];
}

function encoded({ name, bytes }: ExportFile): { readonly name: string; readonly base64: string } {
  return { name, base64: Buffer.from(bytes).toString("base64") };
}
