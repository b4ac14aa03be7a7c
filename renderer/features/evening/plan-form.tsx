import { useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import type { EveningOptionsView } from "../../../workers/contract/evening.ts";
import { commandLine } from "../../../workers/domain/evening/command-line.ts";
import { useEveningOptions, usePlanEvening } from "../../client/hooks/evening.ts";
import { useLab } from "../../client/hooks/lab.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { draftPlan, type EveningDraft } from "./draft-plan.ts";
import { ExperimentChoice } from "./experiment-choice.tsx";
import styles from "./evening.module.css";

const emptyDraft: EveningDraft = { experiments: [], from: "", until: "07:00", stopDesktop: false, before: "", after: "", onFailure: "go-on", atEnd: "let-finish" };

/** The plan of an evening; its commands are shown in full and need a yes of their own. */
export function PlanForm() {
  const [draft, setDraft] = useState(emptyDraft);
  const [agreed, setAgreed] = useState("");
  const options = useEveningOptions().data ?? { displayManagers: [], advice: [] };
  const waiting = (useLab().data?.experiments ?? []).filter(({ state }) => state === "waiting" || state === "held" || state === "running");
  const [, navigate] = useLocation();
  const plan = usePlanEvening((id) => navigate(`/evening/${id}`));
  const [openedMs] = useState(() => Date.now());
  const desktop = options.displayManagers[0] ?? null;
  const read = draftPlan(draft, desktop, openedMs);
  const lines = read.kind === "plan" ? [...read.plan.before, ...read.plan.after].map(commandLine) : [];
  // A yes holds for the very lines that were on the screen when it was given.
  const isAgreed = lines.length === 0 || agreed === lines.join("\n");
  const change = (changes: Partial<EveningDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The hours are counted from now, however long the form has been open; the commands do not hang on them.
    const final = draftPlan(draft, desktop, Date.now());
    if (final.kind === "plan" && isAgreed) plan.mutate({ plan: final.plan, files: [], agreedTo: lines });
  };
  return (
    <form onSubmit={submit} aria-label="Plan an evening" className={styles["form"]}>
      <ExperimentChoice rows={waiting} chosen={draft.experiments} onChange={(experiments) => change({ experiments })} />
      <Field label="From" hint="Empty: at once. Until then its jobs are held.">
        {(id, describedBy) => <input id={id} aria-describedby={describedBy} type="time" value={draft.from} onChange={(event) => change({ from: event.target.value })} />}
      </Field>
      <Field label="Until" hint="Nothing is started that would not be done by then, as far as earlier runs tell.">
        {(id, describedBy) => <input id={id} aria-describedby={describedBy} type="time" required value={draft.until} onChange={(event) => change({ until: event.target.value })} />}
      </Field>
      <Field label="At that hour">
        {(id) => (
          <select id={id} value={draft.atEnd} onChange={(event) => change({ atEnd: event.target.value === "stop" ? "stop" : "let-finish" })}>
            <option value="let-finish">the job that runs may finish</option>
            <option value="stop">the job that runs is stopped</option>
          </select>
        )}
      </Field>
      <Field label="After a crash">
        {(id) => (
          <select id={id} value={draft.onFailure} onChange={(event) => change({ onFailure: failures.find(({ value }) => value === event.target.value)?.value ?? "go-on" })}>
            {failures.map(({ value, says }) => (
              <option key={value} value={value}>
                {says}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DesktopChoice options={options} draft={draft} onChange={change} />
      <Field label="Also before" hint="One command a line, as words or as a JSON list; no shell is used.">
        {(id, describedBy) => <textarea id={id} aria-describedby={describedBy} rows={2} value={draft.before} onChange={(event) => change({ before: event.target.value })} />}
      </Field>
      <Field label="Also after" hint="Run whatever happened.">
        {(id, describedBy) => <textarea id={id} aria-describedby={describedBy} rows={2} value={draft.after} onChange={(event) => change({ after: event.target.value })} />}
      </Field>
      {options.advice.map(({ says, command }) => (
        <p key={says} className={styles["advice"]}>
          {says} {command === null ? null : <code>{commandLine(command)}</code>}
        </p>
      ))}
      {lines.length === 0 ? null : (
        <fieldset className={styles["commands"]}>
          <legend>These commands will be run, exactly as they stand here</legend>
          <pre>{lines.join("\n")}</pre>
          <label>
            <input type="checkbox" checked={isAgreed} onChange={(event) => setAgreed(event.target.checked ? lines.join("\n") : "")} /> Yes, run them
          </label>
        </fieldset>
      )}
      {read.kind === "problem" ? <p className={styles["advice"]}>{read.says}</p> : null}
      <Button kind="main" type="submit" disabled={read.kind === "problem" || !isAgreed || plan.isPending}>
        Plan the evening
      </Button>
    </form>
  );
}

const failures = [
  { value: "go-on", says: "go on with the next job" },
  { value: "pause", says: "end the evening" },
  { value: "retry", says: "try the job again" },
] as const;

type DesktopProps = { readonly options: EveningOptionsView; readonly draft: EveningDraft; readonly onChange: (changes: Partial<EveningDraft>) => void };

function DesktopChoice({ options, draft, onChange }: DesktopProps) {
  const [desktop] = options.displayManagers;
  return (
    <Field
      label="Desktop"
      hint={
        desktop === undefined ? (
          "No known display manager was found on this machine. Its commands can be named below."
        ) : (
          <>
            Ends {desktop.name} and with it every window, and brings it back at the end. Nobody is there to type a password, so sudo must be allowed exactly these two commands; add this line with visudo once: <code>{desktop.sudoers}</code>
          </>
        )
      }
    >
      {(id, describedBy) => (
        <label>
          <input id={id} aria-describedby={describedBy} type="checkbox" disabled={desktop === undefined} checked={draft.stopDesktop} onChange={(event) => onChange({ stopDesktop: event.target.checked })} /> Stop the display manager before the first job
        </label>
      )}
    </Field>
  );
}
