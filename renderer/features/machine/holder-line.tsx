import { Link } from "wouter";
import type { MachineView } from "../../../workers/contract/views.ts";
import { formatMib } from "../../components/format-bytes.ts";
import { fieldWords } from "./field-words.ts";
import styles from "./machine-page.module.css";

const shown = 4;

/** Who holds the card's memory now, and what could not be measured. */
export function HolderLine({ gpu }: { readonly gpu: MachineView["gpus"][number] }) {
  const { holders, usedMib } = gpu;
  const missing = Object.entries(gpu.missing);
  const named = holders.reduce((sum, holder) => sum + (holder.usedMib ?? 0), 0);
  const rest = usedMib === null ? null : usedMib - named;
  return (
    <>
      <p className={styles["holders"]}>
        {holders.length === 0 ? (usedMib === null ? "Its memory is unknown." : `${formatMib(usedMib)} in use; nvidia-smi names no process that holds it.`) : "Held now by "}
        {holders.slice(0, shown).map((holder, index) => (
          <span key={holder.pid}>
            {index === 0 ? "" : "; "}
            {holder.jobId === null ? <b>{holder.program}</b> : <Link href={`/queue/${holder.jobId}`}>{holder.program}, the job at work</Link>} (pid {holder.pid}){" "}
            {holder.usedMib === null ? "an amount it does not tell" : formatMib(holder.usedMib)}
          </span>
        ))}
        {holders.length > shown ? `; and ${holders.length - shown} more` : ""}
        {holders.length > 0 && rest !== null && rest >= 50 ? `; ${formatMib(rest)} by nobody it names` : ""}
        {holders.length > 0 ? "." : ""}
      </p>
      {missing.length === 0 ? null : <p className={styles["missing"]}>Not measured: {missing.map(([cell, why]) => `${fieldWords[cell] ?? cell} (${why})`).join(", ")}.</p>}
    </>
  );
}
