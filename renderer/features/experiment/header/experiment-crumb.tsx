import { Link } from "wouter";
import type { ExperimentView } from "../../../../workers/contract/views.ts";

export function ExperimentCrumb({ view }: { readonly view: ExperimentView }) {
  return (
    <>
      <Link href="/">Lab</Link> / {view.task.title} / {view.name}
    </>
  );
}
