import type { FigureName } from "../../workers/contract/figures.ts";
import { agreement } from "./agreement/agreement.ts";
import { factorial } from "./factorial/factorial.ts";
import type { FigureDefinition } from "./figure.ts";
import { flipMatrix } from "./flip-matrix/flip-matrix.ts";
import { labelFlows } from "./label-flows/label-flows.ts";
import { lossScore } from "./loss-score/loss-score.ts";
import { loss } from "./loss/loss.ts";
import { spread } from "./spread/spread.ts";
import { sweep } from "./sweep/sweep.ts";

/** Every figure by its name. */
export const catalogue: Readonly<Record<FigureName, FigureDefinition>> = {
  "flip-matrix": flipMatrix,
  spread,
  agreement,
  "label-flows": labelFlows,
  loss,
  "loss-score": lossScore,
  factorial,
  sweep,
};
