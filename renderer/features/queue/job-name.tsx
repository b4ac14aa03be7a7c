import { Link } from "wouter";
import type { JobView } from "../../../workers/contract/views.ts";
import { jobName } from "../../components/state-words.ts";
import styles from "./queue-page.module.css";

const kindWords: Readonly<Record<JobView["kind"], string>> = { train: "train", score: "score", compile: "compile", convert: "convert" };

/** Which job this is: what it does, of which run, of which experiment. */
export function JobName({ job }: { readonly job: JobView }) {
  return (
    <span className={styles["name"]}>
      <b>{jobName(job)}</b> {kindWords[job.kind]}
      {job.attempt > 1 ? `, attempt ${job.attempt}` : ""}{" "}
      <Link href={`/experiment/${job.experimentId}/runs`} draggable={false}>
        {job.experimentName}
      </Link>
    </span>
  );
}
