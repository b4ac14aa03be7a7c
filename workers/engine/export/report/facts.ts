import type { FigureSource } from "../../../../renderer/figures/source.ts";
import type { BillView, ProtocolView } from "../../../contract/views.ts";
import type { JobEnvironment } from "../../../database/jobs.ts";
import type { ExperimentPlan } from "../../../domain/experiment/experiment.ts";

/** What a report is written from; nothing in it is looked up anywhere else. */
export type ReportFacts = {
  readonly source: FigureSource;
  readonly plan: ExperimentPlan;
  /** What every job ran on, by its own first line. */
  readonly environments: readonly JobEnvironment[];
  readonly protocol: ProtocolView;
  readonly bill: BillView;
  /** Flipbook's version. */
  readonly program: string;
};

/** A piece of a report, in the order they stand in it; both files are made from the same pieces. */
export type ReportPart =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "table"; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "figure"; readonly file: string; readonly svg: string; readonly alt: string; readonly caption: string };
