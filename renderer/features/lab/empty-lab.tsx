import { useLocation } from "wouter";
import { useStartSample } from "../../client/hooks/lab.ts";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import styles from "./empty-lab.module.css";

export function EmptyLab({ readOnly }: { readonly readOnly: boolean }) {
  const sample = useStartSample();
  const [, navigate] = useLocation();
  if (readOnly) return <Page title="An empty lab" say="Nothing was recorded here yet, and this lab is opened read-only." children={null} />;
  return (
    <Page
      title="An empty lab"
      say="Nothing was measured here yet. A sweep installs the same skill several times, differing only in the seed, asks every result the same frozen questions, and shows which answers the seed decided."
    >
      <div className={styles["actions"]}>
        <Button kind="main" disabled={sample.isPending} onClick={() => sample.mutate(undefined, { onSuccess: ({ id }) => navigate(`/experiment/${id}`) })}>
          Start the sample sweep
        </Button>
        <Button onClick={() => navigate("/new")}>New sweep</Button>
      </div>
      <p className={styles["note"]}>
        The sample trains LoRA adapters on the small built-in model and asks 47 questions of each. It needs no graphics card, no network and no account; the first score is there within minutes.
      </p>
    </Page>
  );
}
