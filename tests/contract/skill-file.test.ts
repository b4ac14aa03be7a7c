import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { maxSkillBytes, readSkillFile } from "../../workers/contract/skill-file.ts";
import type { Skill } from "../../workers/contract/skill-file.ts";
import { formatProblem } from "../../workers/domain/errors.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function skillOf(text: string | Uint8Array, file = "skills/tidy/SKILL.md"): Skill {
  const read = readSkillFile(typeof text === "string" ? bytes(text) : text, file);
  if (read.kind === "problems") throw new Error(read.problems.map(formatProblem).join("\n"));
  return read.skill;
}

describe("a skill file", () => {
  it("gives its name, its description and the text that stands in the prompt", () => {
    expect(skillOf("---\nname: tidy\ndescription: Tidies up.\nversion: 1\n---\n\n# Tidy\n\nPut it away.\n")).toEqual({ name: "tidy", description: "Tidies up.", body: "# Tidy\n\nPut it away.", notices: [] });
  });

  it("is the same with a byte order mark, Windows' or old Apple's line ends, and empty lines before it", () => {
    const plain = skillOf("---\nname: tidy\ndescription: d\n---\nDo it.\nTwice.\n");
    for (const text of ["\ufeff---\nname: tidy\ndescription: d\n---\nDo it.\nTwice.\n", "---\r\nname: tidy\r\ndescription: d\r\n---\r\nDo it.\r\nTwice.\r\n", "---\rname: tidy\rdescription: d\r---\rDo it.\rTwice.", "\n\n---\nname: tidy\ndescription: d\n---\nDo it.\nTwice."]) {
      expect(skillOf(text)).toEqual(plain);
    }
  });

  it("is called like its folder where it has no name, and says what is missing", () => {
    const skill = skillOf("Just do it.");
    expect([skill.name, skill.description, skill.body]).toEqual(["tidy", null, "Just do it."]);
    expect(skill.notices.map(formatProblem)).toEqual(["skills/tidy/SKILL.md:1:1 There is no front matter. The skill is used as it is."]);
    expect(skillOf("---\nname: only\n---\nx").notices.map((notice) => notice.message)).toEqual(["The front matter has no description."]);
    expect(skillOf("x", "notes/how.md").name).toBe("how");
  });

  it("takes a rule of three dashes in a text without front matter for a rule", () => {
    expect(skillOf("# Title\n\n---\n\nText").body).toBe("# Title\n\n---\n\nText");
    expect(skillOf("---\nnever closed\n").body).toBe("---\nnever closed");
  });

  it("keeps name and description of front matter that is no YAML, and points at the mistake", () => {
    const skill = skillOf("---\nname: tidy\ndescription: Tidies: a lot: always\n---\nDo it.");
    expect([skill.name, skill.description, skill.body]).toEqual(["tidy", "Tidies: a lot: always", "Do it."]);
    expect(skill.notices[0]).toMatchObject({ line: 3 });
  });

  it("refuses bytes that are no text, a file without a text, and one that is too large", () => {
    expect(readSkillFile(Uint8Array.of(0x2d, 0xff, 0xff), "s.md")).toMatchObject({ kind: "problems", problems: [{ line: 1, message: "The file is not UTF-8." }] });
    expect(readSkillFile(bytes("---\nname: a\n---\n \n"), "s.md")).toMatchObject({ kind: "problems", problems: [{ message: "The skill has no text." }] });
    expect(readSkillFile(new Uint8Array(maxSkillBytes + 1), "s.md").kind).toBe("problems");
  });
});

const samples = fileURLToPath(new URL("../../../shared/samples/skills", import.meta.url));

/** Name, length of the description and number of notices of the skill files that lie beside the project on some machines. */
const known: Readonly<Record<string, readonly [name: string, description: number | null, notices: number]>> = {
  "normal-executing-plans": ["executing-plans", 104, 0],
  "normal-scientific": ["bgpt-paper-search", 343, 0],
  "tiny-extra-keys": ["cc-skill-strategic-compact", 45, 0],
  "crlf-ui-ux": ["ui-ux-pro-max", 806, 0],
  "chinese-report": ["report-generator", 31, 0],
  "chinese-amap": ["amap", 31, 0],
  "bom-mixed-eol": ["bom-mixed-eol", null, 1],
  "no-description": ["fast-browser-use", null, 1],
  "no-name": ["no-name", 40, 1],
  "no-frontmatter-oddcase": ["no-frontmatter-oddcase", null, 1],
};

describe.runIf(existsSync(samples))("the sample skills beside the project", () => {
  it.each(Object.entries(known))("%s", (folder, [name, description, notices]) => {
    const skill = sample(folder);
    expect([skill.name, skill.description === null ? null : [...skill.description].length, skill.notices.length]).toEqual([name, description, notices]);
    expect(skill.body).not.toContain("\r");
  });

  it("yaml-error-colon is read all the same, and its mistake is placed", () => {
    const skill = sample("yaml-error-colon");
    expect(skill.name).toBe("deslop");
    expect(skill.description).toContain("Remove AI-generated code slop from a branch: unnecessary comments");
    expect(skill.notices[0]).toMatchObject({ line: 3 });
  });

  function sample(folder: string): Skill {
    const file = readdirSync(join(samples, folder)).find((name) => name.toLowerCase() === "skill.md") ?? "none";
    return skillOf(readFileSync(join(samples, folder, file)), join(folder, file));
  }
});
