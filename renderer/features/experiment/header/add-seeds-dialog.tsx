import { useState, type FormEvent } from "react";
import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { formatSeeds, parseSeeds } from "../../../../workers/domain/experiment/seeds.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { plural } from "../../../components/format-count.ts";

const suggestedCount = 5;

/** Adds seeds to an experiment: only the missing runs are made, and the experiment says so from then on. */
export function AddSeedsDialog({ view, onAdd, onClose }: { readonly view: ExperimentView; readonly onAdd: (seeds: number[]) => void; readonly onClose: () => void }) {
  const there = [...new Set(view.runs.flatMap((run) => (run.seed === null ? [] : [run.seed])))].sort((a, b) => a - b);
  const next = (there.at(-1) ?? 0) + 1;
  const [text, setText] = useState(`${next}..${next + suggestedCount - 1}`);
  const parsed = parseSeeds(text);
  const added = parsed.kind === "seeds" ? parsed.seeds.filter((seed) => !there.includes(seed)) : [];
  const seededArms = new Set(view.runs.filter((run) => run.seed !== null).map((run) => run.arm)).size;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (added.length === 0) return;
    onAdd(added);
    onClose();
  };
  return (
    <Dialog title="Add seeds" onClose={onClose}>
      <form onSubmit={submit}>
        <p>
          {there.length === 0 ? "No arm of this experiment has anything to seed." : `Seeds ${formatSeeds(there)} are there and stay as they are.`} The extension is recorded with today’s date.
        </p>
        <Field label="Seeds" problem={parsed.kind === "problem" ? `${parsed.message} ${parsed.fix}` : null} hint="Ranges and single seeds: 4..10, or 11, 15, 20.">
          {(id, describedBy) => <input id={id} aria-describedby={describedBy} autoFocus value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        <Field label="">
          {() => (
            <>
              <Button onClick={onClose}>Leave as it is</Button>{" "}
              <Button kind="main" type="submit" disabled={added.length === 0 || seededArms === 0}>
                {added.length === 0 ? "Add runs" : `Add ${plural(added.length * seededArms, "run")}`}
              </Button>
            </>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
