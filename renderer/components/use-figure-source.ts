import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAnalysis, useExperiment, useLosses, useMatrix } from "../client/hooks/experiment.ts";
import type { FigureSource } from "../figures/source.ts";
import { useReadingOf } from "../stores/reading.ts";

type Evidence = { readonly source: FigureSource | undefined; readonly waiting: UseQueryResult<unknown> };

/** Everything figures are made from, under the way of reading in force; until then the query that is still awaited. */
export function useFigureSource(experimentId: string): Evidence {
  const experiment = useExperiment(experimentId);
  const matrix = useMatrix(experimentId);
  const losses = useLosses(experimentId);
  const analysis = useAnalysis(experimentId, useReadingOf(experimentId));
  const source = useMemo(() => {
    if (experiment.data === undefined || matrix.data === undefined || losses.data === undefined || analysis.data === undefined) return undefined;
    return { experiment: experiment.data, matrix: matrix.data, losses: losses.data, analysis: analysis.data };
  }, [experiment.data, matrix.data, losses.data, analysis.data]);
  const queries: readonly UseQueryResult<unknown>[] = [experiment, matrix, losses, analysis];
  return { source, waiting: queries.find((query) => query.data === undefined && query.isError) ?? queries.find((query) => query.data === undefined) ?? experiment };
}
