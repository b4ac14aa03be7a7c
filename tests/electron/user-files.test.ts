import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readExperimentText, writeInto } from "../../electron/user-files.ts";
import { tempFolder } from "../engine/lab-fixture.ts";

function fileOf(content: string | Uint8Array): string {
  const path = join(tempFolder(), "sweep.yaml");
  writeFileSync(path, content);
  return path;
}

describe("a file someone opens in the window", () => {
  it("arrives as its text, with its whole path", async () => {
    const path = fileOf("name: café\n");
    expect(await readExperimentText(path)).toEqual({ name: path, text: "name: café\n" });
  });

  it("that cannot be an experiment file is refused in words that name it", async () => {
    expect(await readExperimentText(fileOf(Buffer.from("name: caf\u00e9", "latin1")))).toEqual({ refusal: "sweep.yaml is not UTF-8 text. Save it as UTF-8 and open it again." });
    const large = fileOf("");
    truncateSync(large, 300_000);
    expect(await readExperimentText(large)).toEqual({ refusal: "sweep.yaml has 300000 bytes; an experiment file has at most 262144." });
    expect(await readExperimentText(join(tempFolder(), "none.yaml"))).toEqual({ refusal: "none.yaml cannot be read (ENOENT)." });
    expect(await readExperimentText("/dev/zero")).toEqual({ refusal: "zero is no plain file. Choose an experiment file." });
  });
});

describe("files someone saves from the window", () => {
  const files = [{ name: "../a.txt", base64: Buffer.from("one").toString("base64") }, { name: "b.txt", base64: "" }];

  it("stay in the folder that was chosen", async () => {
    const folder = join(tempFolder(), "deep", "er");
    expect(await writeInto(folder, files)).toBeNull();
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one");
  });

  it("that cannot be written are refused in words that name the file and the folder", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "b.txt"));
    expect(await writeInto(folder, files)).toEqual({ refusal: `b.txt cannot be written into ${folder} (EISDIR). Choose another folder, or free some space.` });
  });
});
