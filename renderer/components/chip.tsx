import type { ReactNode } from "react";
import styles from "./chip.module.css";

export function Chip({ warn = false, title, children }: { readonly warn?: boolean; readonly title?: string | undefined; readonly children: ReactNode }) {
  return (
    <span className={warn ? `${styles["chip"] ?? ""} ${styles["warn"] ?? ""}` : styles["chip"]} title={title}>
      {children}
    </span>
  );
}
