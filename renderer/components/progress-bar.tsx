import styles from "./progress-bar.module.css";

/** A thin bar; `share` null = the end is unknown. */
export function ProgressBar({ share, label }: { readonly share: number | null; readonly label: string }) {
  return (
    <div className={styles["track"]} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} {...(share === null ? {} : { "aria-valuenow": Math.round(share * 100) })}>
      {share === null ? null : <div className={styles["done"]} style={{ width: `${(share * 100).toFixed(1)}%` }} />}
    </div>
  );
}
