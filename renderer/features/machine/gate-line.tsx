import { Link } from "wouter";
import { formatMib } from "../../components/format-bytes.ts";
import type { NextGate } from "./next-gate.ts";
import styles from "./machine-page.module.css";

/** What has to be free before the next job starts, and why it does not start yet. */
export function GateLine({ gate, hasGpu }: { readonly gate: NextGate | null; readonly hasGpu: boolean }) {
  if (gate === null) return null;
  return (
    <p className={styles["gate"]}>
      <b>Gate</b>{" "}
      {gate.freeMib === null
        ? "The next job asks for no free GPU memory: its file gives no gate, and nothing like it has run on a GPU yet."
        : hasGpu
          ? `The next job starts once ${formatMib(gate.freeMib)} were free for ${gate.forSeconds} s${gate.learned ? ", which is what an earlier run of its arm took, and a margin" : ""}.`
          : `The experiment asks for ${formatMib(gate.freeMib)} of free GPU memory; without a GPU the gate is ignored.`}{" "}
      {gate.waitsFor === null ? null : `${asSentence(gate.waitsFor)} `}
      <Link href="/queue">To the queue</Link>
    </p>
  );
}

function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/u, "")}.`;
}
