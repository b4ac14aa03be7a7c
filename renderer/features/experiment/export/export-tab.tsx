import { useMemo, useState, type ReactNode } from "react";
import { figureFormats, figureNames, figureWidths, type FigureFormat, type FigureName } from "../../../../workers/contract/figures.ts";
import { useExportFigures, useReport } from "../../../client/hooks/experiment-actions.ts";
import { sentenceOf } from "../../../client/lab-error.ts";
import { Button } from "../../../components/button.tsx";
import { Evidence } from "../../../components/evidence.tsx";
import { plural } from "../../../components/format-count.ts";
import { Field } from "../../../components/field.tsx";
import { catalogue } from "../../../figures/catalogue.ts";
import type { FigureSource } from "../../../figures/source.ts";
import type { ThemeName } from "../../../figures/theme.ts";
import { useReading, useReadingOf } from "../../../stores/reading.ts";
import { showToast } from "../../../stores/toasts.ts";
import { Preview } from "./preview.tsx";
import { saveFiles } from "../../../components/save-files.ts";
import evidence from "../../../components/evidence.module.css";
import styles from "./export.module.css";

type Choice = { readonly figure: FigureName; readonly theme: ThemeName; readonly width: number; readonly scale: 1 | 2 | 3; readonly formats: readonly FigureFormat[] };

/** Figures as files, seen before they are written, and the whole experiment written up. */
export function ExportTab({ experimentId }: { readonly experimentId: string }) {
  return <Evidence experimentId={experimentId}>{(source, reading) => <Export experimentId={experimentId} source={source} bar={reading} />}</Evidence>;
}

function Export({ experimentId, source, bar }: { readonly experimentId: string; readonly source: FigureSource; readonly bar: ReactNode }) {
  const [choice, setChoice] = useState<Choice>({ figure: "flip-matrix", theme: "light", width: figureWidths.column, scale: 2, formats: ["svg", "png", "csv", "txt"] });
  const prepared = useMemo(() => catalogue[choice.figure].prepare(source), [choice.figure, source]);
  const reading = useReadingOf(experimentId);
  const leaveOutSetAside = useReading((store) => store.leaveOutSetAside);
  const exporting = useExportFigures();
  const reporting = useReport();
  const { theme, width, scale, formats } = choice;
  const write = (figures: readonly string[]) =>
    exporting.mutate({ id: experimentId, ...reading, leaveOutSetAside, figures: [...figures], theme, width, scale, formats: [...formats] }, { onSuccess: ({ files }) => save(files), onError: tell });
  const problem = formats.length === 0 ? "Choose at least one kind of file." : null;
  return (
    <>
      <p className={evidence["say"]}>{prepared.kind === "figure" ? prepared.caption : prepared.why}</p>
      {bar}
      <div className={styles["columns"]}>
        <div>
          <Options choice={choice} problem={problem} onChange={(change) => setChoice({ ...choice, ...change })} />
          <div className={evidence["tools"]}>
            <Button kind="main" disabled={prepared.kind === "refused" || problem !== null || exporting.isPending} onClick={() => write([choice.figure])}>
              {exporting.isPending ? "Drawing…" : "Save this figure…"}
            </Button>
            <Button disabled={problem !== null || exporting.isPending} onClick={() => write(["all"])}>
              Save all figures…
            </Button>
          </div>
          <h2>Write-up</h2>
          <p className={evidence["note"]}>One Markdown file with the figures, results, methods, protocol and limits, and one HTML page that needs no other file.</p>
          <Button disabled={reporting.isPending} onClick={() => reporting.mutate({ id: experimentId }, { onSuccess: ({ files }) => save(files), onError: tell })}>
            {reporting.isPending ? "Writing…" : "Save the report…"}
          </Button>
          {prepared.kind === "figure" ? (
            <>
              <h2>Alt text</h2>
              <p className={evidence["note"]}>{prepared.alt}</p>
            </>
          ) : null}
        </div>
        <Preview figure={prepared} theme={theme} width={width} />
      </div>
    </>
  );
}

type OptionsProps = { readonly choice: Choice; readonly problem: string | null; readonly onChange: (change: Partial<Choice>) => void };

function Options({ choice, problem, onChange }: OptionsProps) {
  return (
    <>
      <Field label="Figure">
        {(id) => (
          <select id={id} value={choice.figure} onChange={(event) => onChange({ figure: figureNames.find((name) => name === event.target.value) ?? "flip-matrix" })}>
            {figureNames.map((name) => (
              <option key={name} value={name}>
                {catalogue[name].title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Page">
        {(id) => (
          <select id={id} value={choice.theme} onChange={(event) => onChange({ theme: themeOf(event.target.value) })}>
            <option value="light">light</option>
            <option value="dark">dark</option>
            <option value="transparent">any (transparent)</option>
          </select>
        )}
      </Field>
      <Field label="Width" hint="640 for a blog column, 1200 for full bleed; 320 to 4000 pixels.">
        {(id) => <WidthInput id={id} width={choice.width} onChange={(width) => onChange({ width })} />}
      </Field>
      <Field label="PNG size">
        {(id) => (
          <select id={id} value={choice.scale} onChange={(event) => onChange({ scale: scaleOf(event.target.value) })}>
            {[1, 2, 3].map((scale) => (
              <option key={scale} value={scale}>
                {scale}× ({choice.width * scale} pixels wide)
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Files" problem={problem} hint="txt holds the caption and the alt text; csv and json hold exactly what is drawn.">
        {() => (
          <div className={evidence["tools"]}>
            {figureFormats.map((format) => (
              <label key={format}>
                <input type="checkbox" checked={choice.formats.includes(format)} onChange={() => onChange({ formats: toggled(choice.formats, format) })} /> {format}
              </label>
            ))}
          </div>
        )}
      </Field>
    </>
  );
}

/** Typing passes through widths that are no widths yet, so the field keeps its own text. */
function WidthInput({ id, width, onChange }: { readonly id: string; readonly width: number; readonly onChange: (width: number) => void }) {
  const [text, setText] = useState(String(width));
  const change = (wanted: string) => {
    setText(wanted);
    const number = Number(wanted);
    if (Number.isInteger(number) && number >= 320 && number <= 4000) onChange(number);
  };
  return (
    <>
      <input id={id} list="figure-widths" inputMode="numeric" value={text} onChange={(event) => change(event.target.value)} onBlur={() => setText(String(width))} />
      <datalist id="figure-widths">
        <option value={figureWidths.column} />
        <option value={figureWidths.fullBleed} />
      </datalist>
    </>
  );
}

function save(files: readonly { readonly name: string; readonly base64: string }[]): void {
  saveFiles(files).then((where) => (where === null ? undefined : showToast({ text: `${plural(files.length, "file is", "files are")} in ${where}.` })), tell);
}

function tell(error: unknown): void {
  showToast({ text: sentenceOf(error), tone: "problem" });
}

function toggled(formats: readonly FigureFormat[], format: FigureFormat): readonly FigureFormat[] {
  return figureFormats.filter((one) => (one === format ? !formats.includes(one) : formats.includes(one)));
}

function themeOf(word: string): ThemeName {
  return word === "dark" || word === "transparent" ? word : "light";
}

function scaleOf(word: string): 1 | 2 | 3 {
  return word === "3" ? 3 : word === "1" ? 1 : 2;
}
