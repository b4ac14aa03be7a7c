import { useState } from "react";
import { Link } from "wouter";
import type { EveningRow, EveningView } from "../../../workers/contract/evening.ts";
import { useCallOffEvening, useEvening, useEvenings, useReleaseHeld } from "../../client/hooks/evening.ts";
import { useQueue } from "../../client/hooks/queue.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { formatClock, formatDate } from "../../components/format-date.ts";
import { plural } from "../../components/format-count.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { Morning } from "./morning.tsx";
import { PlanForm } from "./plan-form.tsx";
import styles from "./evening.module.css";

/** Evenings without a desktop: planned here, and read about here in the morning. */
export function EveningPage({ id }: { readonly id: string | null }) {
  return id === null ? <PlanPage /> : <OneEvening id={id} />;
}

function PlanPage() {
  const evenings = useEvenings();
  return (
    <Loaded query={evenings} what="the evenings">
      {(rows) => {
        const open = rows.find(({ state }) => state !== "over");
        return (
          <Page title="Evening" say="A sweep that needs the whole card runs while nobody needs the screen: the engine waits for the memory, starts job after job, and goes on without this window.">
            <div className={styles["page"]}>
              {open === undefined ? (
                <PlanForm />
              ) : (
                <p>
                  <Link href={`/evening/${open.id}`}>{open.state === "planned" ? `An evening is planned for ${formatDate(open.fromMs)}` : "An evening is under way"}</Link>; another can be planned when it is over.
                </p>
              )}
              <Earlier rows={rows} />
            </div>
          </Page>
        );
      }}
    </Loaded>
  );
}

function Earlier({ rows }: { readonly rows: readonly EveningRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label="Evenings so far">
      <h2>Evenings so far</h2>
      <ul className={styles["list"]}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link href={`/evening/${row.id}`}>{formatDate(row.startedMs ?? row.fromMs)}</Link> {stateWords[row.state]}: {row.experiments.join(", ")}
          </li>
        ))}
      </ul>
    </section>
  );
}

const stateWords: Readonly<Record<EveningView["state"], string>> = { planned: "planned", before: "begins", running: "under way", after: "ends", over: "over" };

function OneEvening({ id }: { readonly id: string }) {
  const evening = useEvening(id);
  return (
    <Loaded query={evening} what="the evening">
      {(view) => (
        <Page
          title={view.state === "over" ? "The morning after" : "Evening"}
          crumb={<Link href="/evening">Evenings</Link>}
          say={view.sentence}
          chips={<Chips view={view} />}
          actions={<Actions view={view} />}
        >
          <Morning view={view} />
        </Page>
      )}
    </Loaded>
  );
}

function Chips({ view: { plan, state } }: { readonly view: EveningView }) {
  return (
    <>
      <Chip>{stateWords[state]}</Chip>
      <Chip>
        {formatDate(plan.fromMs)} to {formatClock(plan.untilMs)}
      </Chip>
      <Chip>{plan.onFailure === "go-on" ? "a crash does not stop it" : plan.onFailure === "pause" ? "a crash ends it" : "a crash is tried again"}</Chip>
      <Chip>{plan.atEnd === "stop" ? "stops at its hour" : "the last job may finish"}</Chip>
    </>
  );
}

function Actions({ view }: { readonly view: EveningView }) {
  const [asking, setAsking] = useState(false);
  const callOff = useCallOffEvening();
  const release = useReleaseHeld();
  const queue = useQueue().data;
  const held = (queue?.waiting ?? []).filter((job) => job.state === "held" && view.progress.held.includes(job.id)).map((job) => job.id);
  if (view.state !== "over" && view.state !== "after") {
    return (
      <>
        <Button onClick={() => setAsking(true)}>Call it off…</Button>
        {asking ? (
          <ConfirmDialog title="Call the evening off?" confirm="Call it off" keep="Let it be" onConfirm={() => callOff.mutate({ id: view.id })} onClose={() => setAsking(false)}>
            <p>Nothing more is started, and its waiting jobs stay held. The job that runs may finish; the commands after it are run if those before it were.</p>
          </ConfirmDialog>
        ) : null}
      </>
    );
  }
  return held.length === 0 ? null : <Button onClick={() => release.mutate(held)}>Release {plural(held.length, "held job")}</Button>;
}
