import { useConnection } from "../../client/connection.ts";
import styles from "./connection-banner.module.css";

/** Says that the engine does not answer, once that has lasted longer than a moment. */
export function ConnectionBanner() {
  const connection = useConnection();
  return (
    <div role="status" aria-live="polite">
      {connection === "connected" ? null : (
        <p className={styles["banner"]}>The engine is not answering; trying again. What you see is what it said last.</p>
      )}
    </div>
  );
}
