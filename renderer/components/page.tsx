import { useEffect, type ReactNode } from "react";
import styles from "./page.module.css";

type Props = {
  readonly title: string;
  readonly crumb?: ReactNode;
  /** The finding: one plain sentence. */
  readonly say?: ReactNode;
  readonly chips?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Pages that scroll their own parts. */
  readonly fixed?: boolean;
};

/** Every page opens with its name and the sentence that says what there is to know. */
export function Page({ title, crumb, say, chips, actions, children, fixed = false }: Props) {
  useEffect(() => {
    document.title = `${title} \u00b7 Flipbook`;
  }, [title]);
  return (
    <div className={styles["page"]}>
      <header className={styles["header"]}>
        {crumb === undefined ? null : <div className={styles["crumb"]}>{crumb}</div>}
        <div className={styles["top"]}>
          <h1>{title}</h1>
          {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
        </div>
        {say === undefined ? null : <p className={styles["say"]}>{say}</p>}
        {chips === undefined ? null : <div className={styles["chips"]}>{chips}</div>}
      </header>
      <div className={fixed ? styles["fixed"] : styles["body"]}>{children}</div>
    </div>
  );
}
