import { Link } from "wouter";
import type { ProtocolCheck, ProtocolView } from "../../../../workers/contract/views.ts";
import { useProtocol } from "../../../client/hooks/experiment.ts";
import { Loaded } from "../../../components/loaded.tsx";
import { VerifyButton } from "./verify-button.tsx";
import evidence from "../../../components/evidence.module.css";
import styles from "./protocol.module.css";

const states: Readonly<Record<ProtocolCheck["state"], { readonly glyph: string; readonly word: string }>> = {
  yes: { glyph: "✓", word: "holds" },
  no: { glyph: "✗", word: "does not hold" },
  unknown: { glyph: "?", word: "not known" },
  pending: { glyph: "…", word: "not yet" },
};

/** The checks that make an experiment a result, each with what it rests on. */
export function ProtocolTab({ experimentId }: { readonly experimentId: string }) {
  const protocol = useProtocol(experimentId);
  return (
    <Loaded query={protocol} what="the protocol">
      {(view) => <Protocol view={view} experimentId={experimentId} />}
    </Loaded>
  );
}

/** The page that shows what a check rests on; some rest on files alone. */
const evidenceTabs: Readonly<Record<string, { readonly tab: string; readonly title: string } | undefined>> = {
  seeds: { tab: "runs", title: "Runs" },
  "base-path": { tab: "runs", title: "Runs" },
  repeats: { tab: "runs", title: "Runs" },
  finished: { tab: "runs", title: "Runs" },
  loss: { tab: "losses", title: "Losses" },
  zero: { tab: "spread", title: "Spread" },
  design: { tab: "spread", title: "Spread" },
};

function Protocol({ view, experimentId }: { readonly view: ProtocolView; readonly experimentId: string }) {
  return (
    <div className={evidence["page"]}>
      <p className={evidence["say"]}>{protocolSentence(view)}</p>
      <ol className={styles["checks"]}>
        {view.checks.map((check) => (
          <li key={check.key} data-state={check.state}>
            <span className={styles["glyph"]} aria-hidden="true">
              {states[check.state].glyph}
            </span>
            <div>
              <h3>
                {check.title} <small>{states[check.state].word}</small>
              </h3>
              <p>
                {check.sentence} <EvidenceLink experimentId={experimentId} check={check.key} />
              </p>
              {check.key === "same-seed" ? <VerifyButton experimentId={experimentId} /> : null}
              {check.evidence.length === 0 ? null : (
                <details>
                  <summary>What it rests on ({check.evidence.length})</summary>
                  <ul>
                    {check.evidence.map((line, at) => (
                      <li key={at}>{line}</li>
                    ))}
                  </ul>
                </details>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function EvidenceLink({ experimentId, check }: { readonly experimentId: string; readonly check: string }) {
  const to = evidenceTabs[check];
  return to === undefined ? null : <Link href={`/experiment/${experimentId}/${to.tab}`}>See {to.title}</Link>;
}

function protocolSentence({ checks }: ProtocolView): string {
  const of = (state: ProtocolCheck["state"]): readonly ProtocolCheck[] => checks.filter((check) => check.state === state);
  const [holds, broken, unknown, pending] = [of("yes"), of("no"), of("unknown"), of("pending")];
  const rest = [
    ...(broken.length === 0 ? [] : [`what does not hold: ${broken.map((check) => check.title.toLowerCase()).join(", ")}`]),
    ...(unknown.length === 0 ? [] : [`${unknown.length} cannot be known`]),
    ...(pending.length === 0 ? [] : [`${pending.length} will be known when the runs are done`]),
  ];
  return `${holds.length} of ${checks.length} checks hold${rest.length === 0 ? "" : `; ${rest.join("; ")}`}.`;
}
