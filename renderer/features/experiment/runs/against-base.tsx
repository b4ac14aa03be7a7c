import { formatSigned } from "../../../components/format-points.ts";
import styles from "./runs-tab.module.css";

/** Items won or lost against the base on the same path. */
export function AgainstBase({ difference }: { readonly difference: number }) {
  if (difference === 0) return <span>level</span>;
  return (
    <span>
      {formatSigned(difference, 0)} <span className={difference > 0 ? styles["gain"] : styles["loss"]}>{difference > 0 ? "▲" : "▼"}</span>
    </span>
  );
}
