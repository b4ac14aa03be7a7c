import { useState } from "react";
import type { SkillsView, SkillText } from "../../../../workers/contract/substrate-views.ts";
import { whyNoCost } from "../../../../workers/domain/analysis/writer-cost.ts";
import { useSkills } from "../../../client/hooks/substrates.ts";
import { Button } from "../../../components/button.tsx";
import { formatCount } from "../../../components/format-count.ts";
import { Loaded } from "../../../components/loaded.tsx";
import evidence from "../../../components/evidence.module.css";
import styles from "./skills.module.css";

/** The texts in the prompts: who wrote them, how long they are, what they cost, and which are the same. */
export function SkillsTab({ experimentId }: { readonly experimentId: string }) {
  const skills = useSkills(experimentId);
  return (
    <Loaded query={skills} what="the skill texts">
      {(view) => <Skills view={view} />}
    </Loaded>
  );
}

function Skills({ view }: { readonly view: SkillsView }) {
  const [open, setOpen] = useState<string | null>(null);
  const shown = view.texts.find((text) => text.runId === open) ?? view.texts[0];
  return (
    <div className={evidence["page"]}>
      <p className={evidence["say"]}>{view.sentence ?? (view.texts.length === 0 ? "No text has been written yet." : "These texts were written by hand.")}</p>
      <div className={evidence["scroll"]}>
        <table className={evidence["table"]}>
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">From</th>
              <th scope="col" className={evidence["number"]}>Characters</th>
              <th scope="col" className={evidence["number"]}>Tokens on the base</th>
              <th scope="col" className={evidence["number"]}>Read, written by the writer</th>
              <th scope="col" className={evidence["number"]}>Cost</th>
              <th scope="col">SHA-256</th>
              <th scope="col" />
            </tr>
          </thead>
          <tbody>
            {view.texts.map((text) => (
              <Line key={text.runId} text={text} same={view.texts.filter((other) => other.sha256 === text.sha256).length > 1} isOpen={text === shown} onOpen={() => setOpen(text.runId)} />
            ))}
          </tbody>
        </table>
      </div>
      {shown === undefined ? null : <Text text={shown} />}
    </div>
  );
}

type LineProps = { readonly text: SkillText; readonly same: boolean; readonly isOpen: boolean; readonly onOpen: () => void };

function Line({ text, same, isOpen, onOpen }: LineProps) {
  const { from } = text;
  const number = (content: string) => <td className={evidence["number"]}>{content}</td>;
  return (
    <tr>
      <th scope="row">
        {text.arm}
        {text.seed === null ? "" : ` seed ${text.seed}`}
      </th>
      <td>{from.kind === "file" ? from.path : from.reusedFrom === null ? from.model : `the text of ${from.reusedFrom}`}</td>
      {number(formatCount(text.characters))}
      {number(from.kind === "file" ? "–" : formatCount(from.baseTokens))}
      {number(from.kind === "file" ? "–" : from.promptTokens === null || from.completionTokens === null ? "not told" : `${formatCount(from.promptTokens)}, ${formatCount(from.completionTokens)}`)}
      {number(from.kind === "file" ? "–" : costText(from))}
      <td>
        <code>{text.sha256.slice(0, 12)}</code> {same ? <small>the same text twice</small> : null}
      </td>
      <td>
        <Button kind="toggle" aria-pressed={isOpen} onClick={onOpen}>
          Read
        </Button>
      </td>
    </tr>
  );
}

/** A cost stands beside the prices it rests on, which are those of the experiment file. */
function costText({ cost, priceIn, priceOut, reusedFrom }: Extract<SkillText["from"], { kind: "writer" }>): string {
  if (cost === null) return whyNoCost({ priceIn, priceOut, reusedFrom });
  return priceIn === null || priceOut === null ? cost.toFixed(4) : `${cost.toFixed(4)} at ${priceIn} in, ${priceOut} out a million`;
}

function Text({ text }: { readonly text: SkillText }) {
  const { from } = text;
  return (
    <section aria-label="The text">
      <h2>
        {text.arm}
        {text.seed === null ? "" : ` seed ${text.seed}`}{" "}
        {from.kind === "file" ? null : <small>temperature {from.temperature}, at most {formatCount(from.maxTokens)} tokens, {from.seedSent === null ? "no seed sent" : `seed ${from.seedSent} sent`}{from.end === "length" ? ", cut off" : ""}</small>}
      </h2>
      <pre className={styles["text"]}>{text.text}</pre>
      {from.kind === "file" ? null : (
        <details>
          <summary>
            What the writer was shown <code>{from.inputSha256.slice(0, 12)}</code>
          </summary>
          {from.shown.map((message, at) => (
            <pre key={at} className={styles["text"]}>
              {message.role}: {message.content}
            </pre>
          ))}
        </details>
      )}
    </section>
  );
}
