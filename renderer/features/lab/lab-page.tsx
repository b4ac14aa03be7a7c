import { useLocation } from "wouter";
import { useLab } from "../../client/hooks/lab.ts";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyLab } from "./empty-lab.tsx";
import { ExperimentList } from "./experiment-list.tsx";
import { labSentence } from "./lab-sentence.ts";

export function LabPage() {
  const lab = useLab();
  const [, navigate] = useLocation();
  return (
    <Loaded query={lab} what="the lab">
      {({ name, readOnly, experiments }) =>
        experiments.length === 0 ? (
          <EmptyLab readOnly={readOnly} />
        ) : (
          <Page
            title={name}
            crumb="Lab"
            say={labSentence(experiments)}
            fixed
            actions={readOnly ? <span>opened read-only</span> : <Button onClick={() => navigate("/new")}>New sweep</Button>}
          >
            <ExperimentList rows={experiments} />
          </Page>
        )
      }
    </Loaded>
  );
}
