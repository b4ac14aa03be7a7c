import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { unpackMatrix } from "../../../workers/contract/matrix-wire.ts";
import type { Request } from "../../../workers/contract/requests.ts";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

export type AnalysisSettings = Omit<Request<"experiment", "analysis">, "id">;

/** `id` null asks for nothing. */
export function useExperiment(id: string | null) {
  return useQuery({
    queryKey: keys.view(id ?? ""),
    queryFn: ({ signal }) => engine.experiment.get.query({ id: id ?? "" }, { signal }),
    enabled: id !== null,
  });
}

/** Not compared value by value with the last answer: a large matrix would take longer to compare than to draw. */
export function useMatrix(id: string) {
  return useQuery(matrixQuery(id));
}

/** Asks for the matrix before the page that shows it is there, so that no longer work in the engine comes first. */
export function useEarlyMatrix(id: string, wanted: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (wanted) void queries.prefetchQuery(matrixQuery(id));
  }, [queries, id, wanted]);
}

function matrixQuery(id: string) {
  return queryOptions({
    queryKey: keys.matrix(id),
    queryFn: async ({ signal }) => unpackMatrix(await engine.experiment.matrix.query({ id }, { signal })),
    structuralSharing: false,
  });
}

/** One item with everything every run said; `itemIndex` null asks for nothing. */
export function useItem(id: string, itemIndex: number | null) {
  return useQuery({
    queryKey: keys.item(id, itemIndex ?? -1),
    queryFn: ({ signal }) => engine.experiment.item.query({ id, itemIndex: itemIndex ?? 0 }, { signal }),
    enabled: itemIndex !== null,
    placeholderData: keepPreviousData,
  });
}

export function useLosses(id: string) {
  return useQuery({
    queryKey: keys.losses(id),
    queryFn: ({ signal }) => engine.experiment.losses.query({ id }, { signal }),
    structuralSharing: false,
  });
}

export function useBill(id: string) {
  return useQuery({ queryKey: keys.bill(id), queryFn: ({ signal }) => engine.experiment.bill.query({ id }, { signal }) });
}

export function useProtocol(id: string) {
  return useQuery({ queryKey: keys.protocol(id), queryFn: ({ signal }) => engine.experiment.protocol.query({ id }, { signal }) });
}

/** The last analysis stays on screen while one with other settings is made. */
export function useAnalysis(id: string, settings: AnalysisSettings) {
  const request = { id, ...settings };
  return useQuery({
    queryKey: keys.analysis(request),
    queryFn: ({ signal }) => engine.experiment.analysis.query(request, { signal }),
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
}

/** `request` null asks for nothing. */
export function useCompare(request: Request<"experiment", "compare"> | null) {
  return useQuery({
    queryKey: request === null ? keys.comparisons : keys.compare(request),
    queryFn: ({ signal }) => {
      if (request === null) throw new Error("a comparison without two sides was asked for");
      return engine.experiment.compare.query(request, { signal });
    },
    enabled: request !== null,
    structuralSharing: false,
  });
}

/** What an experiment file would do, or its problems; the last answer stays while the text changes. */
export function useCheck(yaml: string, fileName: string) {
  return useQuery({
    queryKey: keys.check(yaml),
    queryFn: ({ signal }) => engine.experiment.check.query({ yaml, fileName }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
}
