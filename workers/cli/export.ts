import { isAbsolute, resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { figureFormats, figureNames, figureWidths, type FigureFormat } from "../contract/figures.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { findExperiment } from "./find-experiment.ts";
import { printJson, withEngine, type CommonOptions } from "./session.ts";
import { writeExportFiles } from "./write-export-files.ts";

export type ExportOptions = CommonOptions & {
  readonly figures: readonly string[];
  readonly out: string;
  readonly path?: string;
  readonly theme: "light" | "dark" | "transparent";
  readonly width: number;
  readonly scale: 1 | 2 | 3;
  readonly formats: readonly FigureFormat[];
};

/** Adds what `flipbook export` understands to a command. */
export function exportOptions(command: Command): Command {
  return command
    .argument("<experiment>")
    .requiredOption("--out <folder>", "where the files go")
    .option("--figures <names>", `all, or some of ${figureNames.join(", ")}`, listOf, ["all"])
    .option("--path <name>", "the path to analyse, as peft/nf4; default: the one the base was scored through")
    .addOption(new Option("--theme <name>", "the page they will stand on").choices(["light", "dark", "transparent"]).default("light"))
    .option("--width <pixels>", `${figureWidths.column} for a blog column, ${figureWidths.fullBleed} for full bleed`, widthOf, figureWidths.column)
    .option("--scale <factor>", "size of the PNG: 1, 2 or 3 times the width", scaleOf, 2)
    .option("--formats <names>", `some of ${figureFormats.join(", ")}`, formatsOf, [...figureFormats]);
}

const asPagesOpen = { counting: "exclude", reliableShare: 0.8, leaveOutSetAside: false } as const;

/** `flipbook export EXP --figures all --out DIR`: figures as files. */
export function exportCommand(named: string, options: ExportOptions): Promise<ExitCode> {
  return withEngine(options, async (session) => {
    const { id } = await findExperiment(session, named);
    const { figures, theme, width, scale } = options;
    const made = await session.engine.api.experiment.exportFigures.mutate({ id, ...asPagesOpen, path: options.path ?? null, figures: [...figures], theme, width, scale, formats: [...options.formats] });
    const folder = absolute(options.out);
    const written = writeExportFiles(folder, made.files);
    if (session.json) printJson(session.terminal, { folder, files: written });
    else session.terminal.out(`${written.map((name) => `  ${name}\n`).join("")}${written.length} files in ${folder}\n`);
    return exitCodes.ok;
  });
}

/** A folder as the person meant it: from where the command was given. */
export function absolute(folder: string): string {
  return isAbsolute(folder) ? folder : resolve(process.cwd(), folder);
}

function listOf(text: string): readonly string[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "");
}

function formatsOf(text: string): readonly FigureFormat[] {
  return listOf(text).map((name) => {
    const format = figureFormats.find((one) => one === name);
    if (format === undefined) throw new InvalidArgumentError(`${name} is none of ${figureFormats.join(", ")}.`);
    return format;
  });
}

function widthOf(text: string): number {
  const width = Number(text);
  if (!Number.isInteger(width) || width < 320 || width > 4000) throw new InvalidArgumentError("A width is a whole number from 320 to 4000.");
  return width;
}

function scaleOf(text: string): 1 | 2 | 3 {
  const scale = ([1, 2, 3] as const).find((one) => String(one) === text);
  if (scale === undefined) throw new InvalidArgumentError("A scale is 1, 2 or 3.");
  return scale;
}
