import { Dialog } from "./dialog.tsx";
import { activeShortcuts } from "./shortcuts.ts";
import styles from "./shortcuts-dialog.module.css";

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className={styles["list"]}>
        {activeShortcuts().map(({ keys, says }) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close a dialog or drawer</dd>
        </div>
      </dl>
    </Dialog>
  );
}
