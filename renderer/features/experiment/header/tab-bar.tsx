import { Link } from "wouter";
import { useExperiment, useProtocol } from "../../../client/hooks/experiment.ts";
import { tabsOf } from "../tabs.ts";
import styles from "./tab-bar.module.css";

export function TabBar({ experimentId, shown }: { readonly experimentId: string; readonly shown: string }) {
  const view = useExperiment(experimentId).data;
  const protocol = useProtocol(experimentId).data;
  const kept = protocol === undefined ? "" : ` ${protocol.checks.filter((check) => check.state === "yes").length}/${protocol.checks.length}`;
  return (
    <nav className={styles["bar"]} aria-label="Views of the experiment">
      {tabsOf(view).map(({ key, title }) => (
        <Link
          key={key}
          href={`/experiment/${experimentId}/${key}`}
          replace
          className={[styles["tab"], key === shown ? styles["on"] : "", key === "export" ? styles["apart"] : ""].join(" ")}
          aria-current={key === shown ? "page" : undefined}
        >
          {title}
          {key === "protocol" ? kept : ""}
        </Link>
      ))}
    </nav>
  );
}
