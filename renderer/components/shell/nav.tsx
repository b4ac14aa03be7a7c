import { Link, useLocation } from "wouter";
import { useLab } from "../../client/hooks/lab.ts";
import { useQueue } from "../../client/hooks/queue.ts";
import { formatCount } from "../format-count.ts";
import styles from "./nav.module.css";

const recentCount = 6;

export function Nav() {
  const lab = useLab().data;
  const queue = useQueue().data;
  const waiting = queue === undefined ? 0 : queue.waiting.length + queue.running.length;
  return (
    <nav className={styles["nav"]} aria-label="Pages">
      <Link href="/" className={styles["name"]} title="To the lab">
        <span className={styles["long"]}>Flipbook</span>
        <span className={styles["short"]} aria-hidden="true">
          Fb
        </span>
      </Link>
      <Entry href="/" match={["/", "/experiment"]} label="Lab" count={lab === undefined ? null : formatCount(lab.experiments.length)} />
      <Entry href="/queue" match={["/queue"]} label="Queue" count={waiting === 0 ? null : formatCount(waiting)} />
      <Entry href="/new" match={["/new"]} label="New sweep" />
      <Entry href="/notes" match={["/notes"]} label="Notes" />
      <Entry href="/machine" match={["/machine"]} label="Machine" />
      <Entry href="/settings" match={["/settings"]} label="Settings" />
      {lab === undefined || lab.experiments.length === 0 ? null : (
        <>
          <small>Recent</small>
          <div className={styles["recent"]}>
            {lab.experiments.slice(0, recentCount).map(({ id, name }) => (
              <Entry key={id} href={`/experiment/${id}`} match={[`/experiment/${id}`]} label={name} />
            ))}
          </div>
        </>
      )}
    </nav>
  );
}

type EntryProps = { readonly href: string; readonly match: readonly string[]; readonly label: string; readonly count?: string | null };

function Entry({ href, match, label, count = null }: EntryProps) {
  const [location] = useLocation();
  const on = match.some((start) => (start === "/" ? location === "/" : location === start || location.startsWith(`${start}/`)));
  return (
    <Link href={href} className={on ? styles["on"] : undefined} aria-current={on ? "page" : undefined} title={label}>
      <span className={styles["label"]}>{label}</span>
      {count === null ? null : <span className={styles["count"]}>{count}</span>}
    </Link>
  );
}
