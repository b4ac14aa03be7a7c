import { useLab } from "../../client/hooks/lab.ts";
import { bridge } from "../../client/bridge.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { formatDate } from "../../components/format-date.ts";
import { Page } from "../../components/page.tsx";
import { useReading } from "../../stores/reading.ts";
import { useThemeStore, type ThemeChoice } from "../../stores/theme.ts";
import styles from "./settings-page.module.css";

const themeWords: readonly { readonly choice: ThemeChoice; readonly says: string }[] = [
  { choice: "system", says: "As the system" },
  { choice: "light", says: "Light" },
  { choice: "dark", says: "Dark" },
];

export function SettingsPage() {
  return (
    <Page title="Settings" say="How this window looks and how it reads results. Nothing here changes what was measured.">
      <div className={styles["settings"]}>
        <ThemeSetting />
        <CountingSetting />
        <ShareSetting />
        <Facts />
      </div>
    </Page>
  );
}

function ThemeSetting() {
  const chosen = useThemeStore((store) => store.choice);
  return (
    <Field label="Theme">
      {() => (
        <div role="group" aria-label="Theme" className={styles["row"]}>
          {themeWords.map(({ choice, says }) => (
            <Button key={choice} kind="toggle" aria-pressed={choice === chosen} onClick={() => useThemeStore.setState({ choice })}>
              {says}
            </Button>
          ))}
        </div>
      )}
    </Field>
  );
}

function CountingSetting() {
  const counting = useReading((store) => store.counting);
  return (
    <Field label="Counting" hint="An error is an answer that could not be had, a missing outcome one that was never asked for. Neither says that the model was wrong.">
      {() => (
        <div role="group" aria-label="Counting of errors and missing outcomes" className={styles["row"]}>
          <Button kind="toggle" aria-pressed={counting === "exclude"} onClick={() => useReading.setState({ counting: "exclude" })}>
            Leave errors and missing outcomes out
          </Button>
          <Button kind="toggle" aria-pressed={counting === "as-fail"} onClick={() => useReading.setState({ counting: "as-fail" })}>
            Count them as fails
          </Button>
        </div>
      )}
    </Field>
  );
}

function ShareSetting() {
  const share = useReading((store) => store.reliableShare);
  return (
    <Field label="Reliable share" hint="A gain or a break is called reliable when at least this share of the seeds has it; the rest are coin flips.">
      {(id, describedBy) => (
        <select id={id} aria-describedby={describedBy} className={styles["short"]} value={share} onChange={(event) => useReading.setState({ reliableShare: Number(event.target.value) })}>
          {[0.6, 0.7, 0.8, 0.9, 1].map((value) => (
            <option key={value} value={value}>
              {Math.round(value * 100)} % of the seeds
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Facts() {
  const lab = useLab().data;
  if (lab === undefined) return null;
  const { engine, folder, readOnly } = lab;
  return (
    <>
      <h2>Facts</h2>
      <Field label="Lab folder">
        {() => (
          <>
            <code>{folder}</code>
            {readOnly ? " (opened read-only)" : ""} {bridge === null ? null : <Button kind="link" onClick={() => bridge?.showFolder(".")}>Show in the file manager</Button>}
          </>
        )}
      </Field>
      <Field label="Engine">
        {() => `version ${engine.version}, process ${engine.pid}, at work since ${formatDate(engine.startedMs)}`}
      </Field>
      <Field label="Window">{() => (bridge === null ? "a browser tab" : `Electron on ${bridge.platform}`)}</Field>
    </>
  );
}
