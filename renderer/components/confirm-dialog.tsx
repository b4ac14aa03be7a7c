import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  readonly title: string;
  /** What will happen, in full sentences. */
  readonly children: ReactNode;
  readonly confirm: string;
  readonly keep: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks before something that cannot be undone; the safe answer has the focus. */
export function ConfirmDialog({ title, children, confirm, keep, onConfirm, onClose }: Props) {
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {keep}
      </Button>
      <Button
        kind="main"
        onClick={() => {
          onConfirm();
          onClose();
        }}
      >
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      {children}
    </Dialog>
  );
}
