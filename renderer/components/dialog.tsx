import { useEffect, useId, useRef, type ReactNode } from "react";
import styles from "./dialog.module.css";

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot, the main one last. */
  readonly actions?: ReactNode;
};

/** A modal dialog: the browser keeps the focus inside, gives it back afterwards and closes it on Esc. */
export function Dialog({ title, onClose, children, actions }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      className={styles["dialog"]}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div className={styles["inside"]}>
        <h2 id={titleId}>{title}</h2>
        <div className={styles["content"]}>{children}</div>
        {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
      </div>
    </dialog>
  );
}
