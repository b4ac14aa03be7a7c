import Table from "cli-table3";
import { defaultLabFolder } from "../../engine/lab-folder.ts";
import { gpuChecks, labChecks, setupChecks, writerChecks, type Check } from "../doctor-checks.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { printJson, type CommonOptions } from "../session.ts";
import { plainStyle, tableText } from "../tables/table-style.ts";
import { processTerminal, type Terminal } from "../terminal.ts";

/** `flipbook doctor`: what is there, what is missing and what to do about it. It changes nothing. */
export async function doctorCommand(options: CommonOptions): Promise<ExitCode> {
  const lab = options.lab ?? defaultLabFolder(process.env);
  const terminal = processTerminal(options.json ?? false);
  const checks = (await Promise.all([setupChecks(process.env), writerChecks(process.env), labChecks(lab), gpuChecks(process.env)])).flat();
  const ok = checks.every(({ state }) => state === "ok" || state === "optional");
  if (options.json === true) printJson(terminal, { ok, checks });
  else terminal.out(`${doctorText(checks, terminal.colours)}\n`);
  return ok ? exitCodes.ok : exitCodes.failedRuns;
}

function doctorText(checks: readonly Check[], colours: Terminal["colours"]): string {
  const table = new Table({ ...plainStyle(colours), wordWrap: false });
  for (const { label, state, version, detail, fix } of checks) {
    const glyph = state === "ok" ? colours.green("✓") : state === "optional" ? colours.dim("·") : colours.red("✗");
    table.push([glyph, label, [version, detail, state === "missing" && detail === "" ? "missing" : ""].filter((part) => part !== null && part !== "").join("  ")]);
    if (fix !== "" && state !== "ok") table.push(["", "", colours.bold(fix)]);
  }
  return tableText(table);
}
