import Table from "cli-table3";
import type { SkillText } from "../../contract/substrate-views.ts";
import { whyNoCost } from "../../domain/analysis/writer-cost.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { findExperiment } from "../find-experiment.ts";
import { printJson, withEngine, type CommonOptions } from "../session.ts";
import { plainStyle, tableText } from "../tables/table-style.ts";
import { runName } from "../words.ts";

export type SkillsOptions = CommonOptions & { readonly text?: boolean };

/** `flipbook skills EXP`: the texts in its prompts, who wrote them, how long they are and what they cost. */
export function skillsCommand(named: string, options: SkillsOptions): Promise<ExitCode> {
  return withEngine(options, async (session) => {
    const { terminal, json } = session;
    const { id, name } = await findExperiment(session, named);
    const view = await session.engine.api.experiment.skills.query({ id });
    if (json) printJson(terminal, view);
    else if (view.texts.length === 0) terminal.out(`${name} has no skill texts yet.\n`);
    else {
      if (view.sentence !== null) terminal.out(`${view.sentence}\n\n`);
      const table = new Table({ head: ["run", "from", "characters", "tokens", "read, written", "cost", "sha256"], ...plainStyle(terminal.colours) });
      for (const text of view.texts) table.push(cells(text));
      terminal.out(`${tableText(table)}\n`);
      if (options.text === true) for (const text of view.texts) terminal.out(`\n${terminal.colours.bold(runName(text))}\n${text.text}\n`);
    }
    return exitCodes.ok;
  });
}

function cells({ from, ...text }: SkillText): string[] {
  const tail = [text.sha256.slice(0, 12)];
  if (from.kind === "file") return [runName(text), from.path, String(text.characters), "–", "–", "–", ...tail];
  const tokens = from.promptTokens === null || from.completionTokens === null ? "not told" : `${from.promptTokens}, ${from.completionTokens}`;
  return [runName(text), from.reusedFrom === null ? from.model : `the text of ${from.reusedFrom}`, String(text.characters), String(from.baseTokens), tokens, costText(from), ...tail];
}

/** A cost is never shown without the price it rests on. */
function costText({ cost, priceIn, priceOut, reusedFrom }: Extract<SkillText["from"], { kind: "writer" }>): string {
  if (cost === null) return whyNoCost({ priceIn, priceOut, reusedFrom });
  return `${cost.toFixed(4)}${priceIn === null || priceOut === null ? "" : ` at ${priceIn} and ${priceOut} a million`}`;
}
