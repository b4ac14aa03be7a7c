import { useDeferredValue, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { parseExperimentFile } from "../../../workers/contract/experiment-file.ts";
import type { CheckView } from "../../../workers/contract/views.ts";
import type { Problem } from "../../../workers/domain/errors.ts";
import { useCheck } from "../../client/hooks/experiment.ts";
import { useCreateExperiment } from "../../client/hooks/experiment-actions.ts";
import { Button } from "../../components/button.tsx";
import { plural } from "../../components/format-count.ts";
import { Page } from "../../components/page.tsx";
import { openExperimentFile, setDraft, useDraft } from "../../stores/draft.ts";
import { showProblem } from "../../stores/toasts.ts";
import { AlreadyDone } from "./already-done.tsx";
import { FilePane } from "./file-pane.tsx";
import { SweepForm } from "./sweep-form.tsx";
import { template, templateFile } from "./template.ts";
import { readForm } from "./yaml-form.ts";
import styles from "./new-sweep.module.css";

/** A form over an experiment file: both show the same text, and either can be edited. */
export function NewSweepPage() {
  const { yaml, fileName } = useDraft((store) => store.draft) ?? { yaml: template, fileName: templateFile };
  const { problems, check } = useFileCheck(yaml, fileName);
  const form = useMemo(() => readForm(yaml), [yaml]);
  const change = (text: string) => setDraft({ yaml: text, fileName });
  return (
    <Page title="New sweep" say="Written down before it runs: a task, a base, arms and seeds. The file is frozen when it starts." actions={<Actions yaml={yaml} fileName={fileName} check={problems.length === 0 ? check : null} />} fixed>
      <div className={styles["panes"]}>
        <div className={styles["left"]}>
          {form === null ? (
            <p className={styles["summary"]}>The form comes back once the file can be read. What is wrong stands beside the file.</p>
          ) : (
            <SweepForm editing={{ yaml, form, problems, onChange: change }} />
          )}
        </div>
        <FilePane yaml={yaml} fileName={fileName} problems={problems} check={check} onChange={change} />
      </div>
    </Page>
  );
}

type ActionsProps = { readonly yaml: string; readonly fileName: string; readonly check: CheckView | null };

function Actions({ yaml, fileName, check }: ActionsProps) {
  const create = useCreateExperiment();
  const [, navigate] = useLocation();
  const [reuse, setReuse] = useState(true);
  const start = () =>
    create.mutate(
      { yaml, fileName, reuse },
      {
        onSuccess: ({ id }) => {
          setDraft(null);
          navigate(`/experiment/${id}`);
        },
      },
    );
  return (
    <>
      {check?.kind === "ok" ? <AlreadyDone done={check.alreadyDone} reuse={reuse} onChange={setReuse} /> : null}
      <Button onClick={() => setDraft(null)}>Start over</Button>
      <Button onClick={() => void openExperimentFile().catch(showProblem)}>Open a file…</Button>
      <Button kind="main" disabled={check?.kind !== "ok" || create.isPending} onClick={start}>
        {check?.kind === "ok" ? `Start ${plural(check.runs, "run")}` : "Start"}
      </Button>
    </>
  );
}

/** Problems of the text at once, and of what it names (task, base) as soon as the engine has looked. */
function useFileCheck(yaml: string, fileName: string): { readonly problems: readonly Problem[]; readonly check: CheckView | null } {
  const settled = useDeferredValue(yaml);
  const check = useCheck(settled, fileName);
  const read = useMemo(() => parseExperimentFile(yaml, fileName), [yaml, fileName]);
  if (read.kind === "problems") return { problems: read.problems, check: null };
  const current = check.data !== undefined && !check.isPlaceholderData && settled === yaml ? check.data : null;
  return { problems: check.data?.kind === "problems" && current !== null ? check.data.problems : [], check: current };
}
