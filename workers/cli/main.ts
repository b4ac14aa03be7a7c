// `flipbook`: the command line of a lab.
import "../engine/without-maglev.ts";
import { Command, CommanderError, Option } from "commander";
import { attachCommand } from "./commands/attach.ts";
import { billCommand } from "./commands/bill.ts";
import { cancelCommand, extendCommand, noteAddCommand } from "./commands/change.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { engineCommand } from "./commands/engine.ts";
import { epochsCommand } from "./commands/epochs.ts";
import { eveningCommand } from "./commands/evening.ts";
import { factorsCommand } from "./commands/factors.ts";
import { listCommand } from "./commands/list.ts";
import { queueCommand } from "./commands/queue.ts";
import { runCommand } from "./commands/run.ts";
import { serveCommand } from "./commands/serve.ts";
import { showCommand } from "./commands/show.ts";
import { skillsCommand } from "./commands/skills.ts";
import { verifyCommand } from "./commands/verify.ts";
import { exportCommand, exportOptions } from "./export.ts";
import { closeInherited } from "../engine/close-inherited.ts";
import { exitCodes, exitCodesHelp, type ExitCode } from "./exit-codes.ts";
import { LabError } from "../domain/errors.ts";
import { failureJson, reportFailure } from "./failure.ts";
import { reportCommand, reportOptions } from "./report.ts";
import { processTerminal, surviveOutput } from "./terminal.ts";
import { version } from "../engine/version.ts";

// A window starts this program, and this program the engine, which must not hold on to the window.
closeInherited();
surviveOutput((message) => {
  process.stderr.write(`${message}\n`);
  process.exit(exitCodes.failedRuns);
});

let exitCode: ExitCode = exitCodes.ok;

/** A subcommand with the options that all of them have. */
function command(name: string, says: string): Command {
  return new Command(name)
    .description(says)
    .option("--lab <folder>", "the lab's folder (default: $FLIPBOOK_LAB, else ~/Flipbook)")
    .option("--json", "one JSON document on standard output, progress on standard error")
    .exitOverride();
}

/** Runs a command's work and keeps its exit code; an expected failure is said in one line. */
function work(does: (...values: never[]) => Promise<ExitCode>): (...values: unknown[]) => Promise<void> {
  return async (...values) => {
    // Commander hands over the arguments in the order they were declared, then the options.
    const given = values.slice(0, -1) as never[];
    const json = isJson(given.at(-1));
    try {
      exitCode = await does(...given);
    } catch (error) {
      exitCode = reportFailure(error, processTerminal(json), json);
    }
  };
}

function isJson(options: unknown): boolean {
  return typeof options === "object" && options !== null && "json" in options && options.json === true;
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

const seeds = new Option("--seeds <list>", "for example 1..5, or 1, 2, 7");
const program = new Command("flipbook")
  .description("A lab notebook for skills installed into local language models: is the result a result, or the luck of a seed?")
  .version(version)
  .addHelpText("after", exitCodesHelp)
  .exitOverride();

program.addCommand(command("run", "run an experiment file, or `sample`, and show scores and flips").argument("<file>").addOption(seeds).option("--reuse", "take over runs that are done already with the same task, recipe and seed").action(work(runCommand)));
program.addCommand(command("ls", "list the lab's experiments").action(work(listCommand)));
program.addCommand(command("show", "show an experiment's runs, scores, flips and finding").argument("<experiment>").option("--all", "every item that some run flips").action(work(showCommand)));
program.addCommand(command("bill", "show what one run of each arm costs, with the spread over its runs").argument("<experiment>").action(work(billCommand)));
program.addCommand(command("factors", "show text and weights alone and together, and score and spread by every setting of a grid").argument("<experiment>").action(work(factorsCommand)));
program.addCommand(command("epochs", "show what every scored checkpoint passes").argument("<experiment>").action(work(epochsCommand)));
program.addCommand(command("skills", "show the skill texts in an experiment's prompts: who wrote them, their length and cost").argument("<experiment>").option("--text", "the texts themselves").action(work(skillsCommand)));
program.addCommand(
  command("verify", "run one seed of each arm again and say whether the same came out, or which step differs first")
    .argument("<experiment>")
    .option("--arm <name...>", "only these arms")
    .option("--seed <number>", "this seed instead of each arm's first")
    .action(work(verifyCommand)),
);
program.addCommand(
  command("evening", "plan an evening without a desktop for experiment files; the engine carries it out by itself")
    .argument("<files...>")
    .requiredOption("--until <time>", "when it ends, such as 07:00; a job that runs then may finish")
    .option("--from <time>", "when it begins (default: at once)")
    .option("--stop-desktop", "stop the display manager before it and start it after it, with commands that are shown and need a yes")
    .option("--before <command>", "a command to run before it: words, or a JSON list; can be given again", collect, [])
    .option("--after <command>", "a command to run after it, whatever happened", collect, [])
    .addOption(new Option("--on-failure <policy>", "what follows from a job that crashes; pause ends the evening").choices(["go-on", "pause", "retry"]).default("go-on"))
    .addOption(new Option("--at-end <what>", "what becomes of the job that runs at the end").choices(["let-finish", "stop"]).default("let-finish"))
    .option("--reuse", "take over runs that are done already with the same task, recipe and seed")
    .option("--yes", "yes to the commands, where there is no terminal to ask at")
    .action(work(eveningCommand)),
);
program.addCommand(command("attach", "follow what the lab's engine is at; leaving stops nothing").action(work(attachCommand)));
program.addCommand(command("queue", "show what runs and what waits, and why").action(work(queueCommand)));
program.addCommand(command("cancel", "cancel an experiment's runs; results so far are kept").argument("<experiment>").action(work(cancelCommand)));
program.addCommand(
  command("extend", "add seeds to an experiment; only what is missing runs")
    .argument("<experiment>")
    .addOption(new Option(seeds.flags, seeds.description).makeOptionMandatory())
    .option("--no-wait", "do not follow the new runs")
    .action(work(extendCommand)),
);
program.addCommand(new Command("note").description("notes on an experiment").addCommand(command("add", "add a note").argument("<experiment>").argument("<text>").action(work(noteAddCommand))).exitOverride());
program.addCommand(exportOptions(command("export", "write an experiment's figures to files")).action(work(exportCommand)));
program.addCommand(reportOptions(command("report", "write an experiment up: Markdown with figures, and one HTML page")).action(work(reportCommand)));
program.addCommand(
  command("serve", "show the lab in a browser on this machine")
    .option("--port <number>", "port on 127.0.0.1 (default: a free one)")
    .option("--open", "open the browser")
    .option("--sample-if-new", "start the sample sweep in an empty lab")
    .action(work(serveCommand)),
);
program.addCommand(command("doctor", "say what is there, what is missing and what to do").action(work(doctorCommand)));
program.addCommand(
  command("engine", "join or start the lab's engine and say where it listens")
    .option("--sample-if-new", "start the sample sweep in an empty lab")
    .option("--read-only", "open the lab for reading only")
    .action(work(engineCommand)),
);

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has said it in words; a script that asked for JSON reads only that.
  if (error.exitCode !== 0 && process.argv.includes("--json")) processTerminal(true).out(failureJson(new LabError("bad-input", error.message)));
  exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.badInput;
}
process.exitCode = exitCode;
