import { useMemo } from "react";
import { parseExperimentFile } from "../../../workers/contract/experiment-file.ts";
import type { Gate } from "../../../workers/domain/experiment/experiment.ts";
import { useExperiment } from "../../client/hooks/experiment.ts";
import { useQueue } from "../../client/hooks/queue.ts";

/** What the job at the head of the queue asks of the GPU; `freeMib` null = nothing. */
export type NextGate = { readonly freeMib: number | null; readonly forSeconds: number; readonly waitsFor: string | null };

/** Null where nothing waits. */
export function useNextGate(): NextGate | null {
  const queue = useQueue().data;
  const next = queue?.waiting.find((job) => job.state !== "held") ?? queue?.running[0];
  const yaml = useExperiment(next?.experimentId ?? null).data?.yaml;
  const gate = useMemo(() => (yaml === undefined ? null : gateIn(yaml)), [yaml]);
  if (next === undefined || yaml === undefined) return null;
  return { freeMib: gate?.freeMib ?? null, forSeconds: gate?.forSeconds ?? 0, waitsFor: next.waitsFor };
}

function gateIn(yaml: string): Gate | null {
  const read = parseExperimentFile(yaml, "experiment.yaml");
  return read.kind === "experiment" ? read.experiment.gate : null;
}
