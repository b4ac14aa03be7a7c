import type { Problem } from "../domain/errors.ts";
import { decodeUtf8 } from "./utf8.ts";
import { readYaml } from "./yaml-text.ts";

/** The largest skill file, bytes. */
export const maxSkillBytes = 512 * 1024;

/** A skill as it is used: its body is what stands in the prompt. `notices` say what is odd about the file and do not keep it from being used. */
export type Skill = { readonly name: string; readonly description: string | null; readonly body: string; readonly notices: readonly Problem[] };

/** The skill, or why there is none. */
export type SkillRead = { readonly kind: "skill"; readonly skill: Skill } | { readonly kind: "problems"; readonly problems: readonly Problem[] };

/**
 * Reads a SKILL.md as people write them: with or without a byte order mark, front matter or one of its keys, with any
 * line endings. Only bytes that are no text, and a file without a body, are refused.
 */
export function readSkillFile(bytes: Uint8Array, file: string): SkillRead {
  if (bytes.length > maxSkillBytes) return refused(file, `The file has ${bytes.length} bytes; a skill has ${maxSkillBytes} at most.`, "Is this the right file?");
  const decoded = decodeUtf8(bytes, file);
  if (decoded.kind === "problems") return decoded;
  const { head, headLine, body } = split(decoded.text.replace(/\r\n?/g, "\n"));
  if (body === "") return refused(file, "The skill has no text.", "Write the procedure below the front matter.");
  const read = head === null ? { name: null, description: null, problems: [notice(file, 1, "There is no front matter.")] } : readHead(head, headLine, file);
  return { kind: "skill", skill: { name: read.name ?? nameFrom(file), description: read.description, body, notices: read.problems } };
}

type Head = { readonly name: string | null; readonly description: string | null; readonly problems: readonly Problem[] };

/** Front matter begins in the first line of text and ends at the next line of three dashes. */
function split(text: string): { readonly head: string | null; readonly headLine: number; readonly body: string } {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findIndex((line, index) => index > first && line.trimEnd() === "---");
  if (lines[first]?.trimEnd() !== "---" || end < 0) return { head: null, headLine: 1, body: text.trim() };
  return { head: lines.slice(first + 1, end).join("\n"), headLine: first + 2, body: lines.slice(end + 1).join("\n").trim() };
}

function readHead(head: string, headLine: number, file: string): Head {
  const read = readYaml(head, file);
  if (read.kind === "problems") {
    const problems = read.problems.map((problem) => ({ ...problem, line: problem.line === null ? null : problem.line + headLine - 1 }));
    return { name: plainValue(head, "name"), description: plainValue(head, "description"), problems };
  }
  const name = textIn(read.yaml.value, "name");
  const description = textIn(read.yaml.value, "description");
  const lacking = [...(name === null ? ["name"] : []), ...(description === null ? ["description"] : [])];
  return { name, description, problems: lacking.map((key) => notice(file, headLine, `The front matter has no ${key}.`)) };
}

/** What a line `key: value` says where the front matter as a whole is no YAML. */
function plainValue(head: string, key: string): string | null {
  const found = new RegExp(`^${key}:[ \\t]*(.+)$`, "m").exec(head)?.[1]?.trim() ?? "";
  return found === "" ? null : found;
}

function textIn(value: unknown, key: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const found: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof found === "string" && found.trim() !== "" ? found.trim() : null;
}

/** A skill without a name is called like its folder, a file on its own like itself. */
function nameFrom(file: string): string {
  const parts = file.split(/[\\/]/).filter((part) => part !== "");
  const own = (parts.at(-1) ?? "skill").replace(/\.md$/i, "");
  return own.toLowerCase() === "skill" ? (parts.at(-2) ?? own) : own;
}

function notice(file: string, line: number, message: string): Problem {
  return { file, line, column: 1, field: "", message, fix: "The skill is used as it is." };
}

function refused(file: string, message: string, fix: string): SkillRead {
  return { kind: "problems", problems: [{ file, line: null, column: null, field: "", message, fix }] };
}
