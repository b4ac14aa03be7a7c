import { describe, expect, it } from "vitest";
import { parseExperimentFile } from "../../workers/contract/experiment-file.ts";
import { armKinds, kindOfArm, newArm, withKind } from "../../renderer/features/new-sweep/arm-kinds.ts";
import { template } from "../../renderer/features/new-sweep/template.ts";
import { readForm, withArm, withField, withoutField } from "../../renderer/features/new-sweep/yaml-form.ts";

const commented = `# why: rank first\nname: mine # keep\ntask: router-47\nbase: builtin:smollm2-135m\nseeds: 1..3\narms:\n  - { name: base }\n  - { name: lora, lora: { rank: 8 } }\n`;

describe("the form over an experiment file", () => {
  it("starts from a file that is right", () => {
    expect(parseExperimentFile(template, "new.yaml").kind).toBe("experiment");
  });

  it("changes one field and leaves every comment where it was", () => {
    const changed = withField(commented, ["arms", 1, "lora", "rank"], "16");
    expect(changed).toContain("# why: rank first");
    expect(changed).toContain("name: mine # keep");
    expect(readForm(changed)?.text(["arms", 1, "lora", "rank"])).toBe("16");
    expect(parseExperimentFile(changed, "x.yaml")).toMatchObject({ kind: "experiment", experiment: { arms: [{}, { trainable: { lora: { rank: 16 } } }] } });
  });

  it("takes a field out when it is emptied, so that its default holds", () => {
    const changed = withField(commented, ["arms", 1, "lora", "rank"], "");
    expect(changed).not.toContain("rank: 8");
    expect(parseExperimentFile(changed, "x.yaml")).toMatchObject({ kind: "experiment", experiment: { arms: [{}, { trainable: { lora: { rank: 16 } } }] } });
  });

  it("puts a field where there was none, inside blocks that were not there either", () => {
    expect(parseExperimentFile(withField(commented, ["gate", "free_mib"], "21864"), "x.yaml")).toMatchObject({ kind: "experiment", experiment: { gate: { freeMib: 21_864 } } });
    expect(parseExperimentFile(withField(commented, ["arms", 1, "train", "lr"], "1e-4"), "x.yaml")).toMatchObject({ experiment: { arms: [{}, { train: { learningRate: 0.0001 } }] } });
  });

  it("adds arms with names of their own and takes them out again", () => {
    const added = withArm(commented, newArm("lora", ["base", "lora"]));
    expect(readForm(added)?.text(["arms", 2, "name"])).toBe("lora 2");
    expect(parseExperimentFile(added, "x.yaml").kind).toBe("experiment");
    expect(readForm(withoutField(added, ["arms", 1]))?.armCount).toBe(2);
  });

  it("turns an arm into every kind and back, and each time the file is right", () => {
    for (const { kind } of armKinds) {
      const form = readForm(commented);
      if (form === null) expect.fail("the file cannot be read");
      const changed = withKind(commented, ["arms", 1], { from: kindOfArm(form, ["arms", 1]), to: kind });
      const after = readForm(changed);
      expect(after === null ? null : kindOfArm(after, ["arms", 1]), kind).toBe(kind);
      expect(parseExperimentFile(changed, "x.yaml").kind, changed).toBe("experiment");
    }
  });

  it("steps back where the text is no YAML map", () => {
    expect(readForm("name: [")).toBeNull();
    expect(readForm("just words")).toBeNull();
    expect(withField("name: [", ["name"], "x")).toBe("name: [");
  });
});
