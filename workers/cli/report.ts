import type { Command } from "commander";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { absolute } from "./export.ts";
import { findExperiment } from "./find-experiment.ts";
import { printJson, withEngine, type CommonOptions } from "./session.ts";
import { writeExportFiles } from "./write-export-files.ts";

export type ReportOptions = CommonOptions & { readonly out: string };

/** Adds what `flipbook report` understands to a command. */
export function reportOptions(command: Command): Command {
  return command.argument("<experiment>").requiredOption("--out <folder>", "where the report goes");
}

/** `flipbook report EXP --out DIR`: a Markdown file with its figures, and one HTML page that needs no other file. */
export function reportCommand(named: string, options: ReportOptions): Promise<ExitCode> {
  return withEngine(options, async (session) => {
    const { id } = await findExperiment(session, named);
    const made = await session.engine.api.experiment.report.mutate({ id });
    const folder = absolute(options.out);
    const written = writeExportFiles(folder, made.files);
    if (session.json) printJson(session.terminal, { folder, files: written });
    else session.terminal.out(`report.md, report.html and ${written.length - 2} figure files in ${folder}\n`);
    return exitCodes.ok;
  });
}
