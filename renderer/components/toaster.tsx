import { useEffect } from "react";
import { dismissToast, useToasts, type Toast } from "../stores/toasts.ts";
import { Button } from "./button.tsx";
import styles from "./toaster.module.css";

const shownMs = { plain: 8_000, problem: 14_000 } as const;

/** Sentences about what just happened, with a way back where there is one. */
export function Toaster() {
  const toasts = useToasts((store) => store.toasts);
  return (
    <div className={styles["toaster"]} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function OneToast({ toast }: { readonly toast: Toast }) {
  useEffect(() => {
    const timer = window.setTimeout(() => dismissToast(toast.id), shownMs[toast.tone]);
    return () => window.clearTimeout(timer);
  }, [toast]);
  const { undo } = toast;
  return (
    <div className={styles["toast"]}>
      <span>{toast.text}</span>
      {undo === null ? null : (
        <Button
          kind="link"
          onClick={() => {
            undo();
            dismissToast(toast.id);
          }}
        >
          Undo
        </Button>
      )}
      <Button kind="link" aria-label="Close this message" onClick={() => dismissToast(toast.id)}>
        ×
      </Button>
    </div>
  );
}
