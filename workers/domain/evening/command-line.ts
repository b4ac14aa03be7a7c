import { LabError } from "../errors.ts";
import { jsonOrNull } from "../json-or-null.ts";

/** A program with its arguments. */
export type CommandParts = { readonly file: string; readonly args: readonly string[] };

/** A command as a person reads it, with quotes where a shell would need them; it is shown in full and never run through a shell. */
export function commandLine({ file, args }: CommandParts): string {
  return [file, ...args].map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`)).join(" ");
}

/** Reads a command that a person wrote: words with single blanks between them, or a JSON list where an argument holds anything else. */
export function readCommand(text: string): CommandParts {
  const parts = text.trim().startsWith("[") ? listIn(text) : wordsIn(text);
  const [file, ...args] = parts;
  if (file === undefined || file === "") throw new LabError("bad-input", "A command needs a program. Write it as words, or as a JSON list of the program and its arguments.");
  return { file, args };
}

function wordsIn(text: string): readonly string[] {
  if (/["'`$|&;<>(){}*?\\~#\n]/.test(text)) {
    throw new LabError("bad-input", `${text} holds signs that only a shell understands. Commands run without a shell: write it as a JSON list, such as ["systemctl","--user","stop","name.service"].`);
  }
  return text.trim().split(/ +/);
}

function listIn(text: string): readonly string[] {
  const parsed = jsonOrNull(text);
  if (!Array.isArray(parsed) || !parsed.every((part) => typeof part === "string")) throw new LabError("bad-input", `${text} is no JSON list of texts.`);
  return parsed;
}

/**
 * Why a command cannot be part of an evening, or null. Nobody is there to type a password, and none is ever kept: sudo
 * must run without asking (`-n`), and must not read a password from anywhere.
 */
export function commandFault({ file, args }: CommandParts): string | null {
  const program = file.split("/").at(-1);
  if (program === "su" || program === "pkexec") return `${program} asks for a password, and nobody is there to type one. Use sudo -n with a rule for exactly this command.`;
  if (program !== "sudo" && program !== "doas") return null;
  const options = args.slice(0, args.findIndex((arg) => !arg.startsWith("-")));
  if (options.some((option) => /^-[a-zA-Z]*[SA]/.test(option) || option === "--stdin" || option === "--askpass")) return `${program} must not read a password from anywhere.`;
  return options.some((option) => /^-[a-zA-Z]*n/.test(option) || option === "--non-interactive") ? null : `${program} would ask for a password, and nobody is there to type one. Write ${program} -n, and allow exactly this command without a password.`;
}
