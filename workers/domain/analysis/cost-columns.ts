import { measured, type ArmCost, type Measured } from "./bill-spread.ts";

const phases = ["load", "compile", "train", "score"] as const;
const quantities = ["promptTokensPerCall", "promptTax", "artifactBytes", "peakRssMib", "peakCudaMib", "energyWh", "writerCost"] as const;

/** A column of a table of bills: the seconds of a phase, or a quantity of the bill. */
export type CostColumn = (typeof phases)[number] | (typeof quantities)[number];

/** The columns that some arm has something in, in their order. */
export function usedCostColumns(costs: readonly ArmCost[]): readonly CostColumn[] {
  return [...phases, ...quantities].filter((column) => costs.some((cost) => costIn(cost, column).runs > 0));
}

/** What an arm's bill has in a column. */
export function costIn(cost: ArmCost, column: CostColumn): Measured {
  return isPhase(column) ? (cost.seconds[column] ?? measured([])) : cost[column];
}

function isPhase(column: CostColumn): column is (typeof phases)[number] {
  return phases.some((phase) => phase === column);
}
