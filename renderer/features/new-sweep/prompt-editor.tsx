import type { FieldPath } from "../../../workers/contract/yaml-text.ts";
import { defaultCompile, defaultPrompt, defaultSkillPrompt } from "../../../workers/domain/experiment/defaults.ts";
import { SmallField, SmallSelect, type Editing } from "./form-field.tsx";
import { withoutField, withValue } from "./yaml-form.ts";

type Props = { readonly editing: Editing; readonly arm: FieldPath };

const sources = [
  { value: "items", says: "labels, shots" },
  { value: "skill", says: "a skill file" },
  { value: "compile", says: "written by a model" },
] as const;
const writers = [
  { value: "local", says: "on this machine" },
  { value: "endpoint", says: "an endpoint" },
] as const;

/** Where a prompt arm's text comes from, and who writes it. */
export function PromptEditor({ editing, arm }: Props) {
  const { form, yaml, onChange } = editing;
  const prompt = [...arm, "prompt"];
  const source = form.has([...prompt, "compile"]) ? "compile" : form.has([...prompt, "skill"]) ? "skill" : "items";
  const change = (to: string) => {
    let text = yaml;
    for (const key of ["compile", "skill"]) if (key !== to && form.has([...prompt, key])) text = withoutField(text, [...prompt, key]);
    if (to === "compile") text = withValue(text, [...prompt, "compile"], { writer: "local" });
    if (to === "skill") text = withValue(text, [...prompt, "skill"], "./SKILL.md");
    // A skill's text stands for itself; shots that were meant for a prompt without one would be added to it.
    if (source === "items" && to !== "items" && form.has([...prompt, "shots"])) text = withoutField(text, [...prompt, "shots"]);
    onChange(text);
  };
  const standard = source === "items" ? defaultPrompt : defaultSkillPrompt;
  return (
    <>
      <SmallSelect label="Text" value={source} options={sources} onChange={change} />
      {source === "skill" ? <SmallField editing={editing} path={[...prompt, "skill"]} label="File or folder" /> : null}
      {source === "compile" ? <WriterFields editing={editing} compile={[...prompt, "compile"]} /> : null}
      <SmallField editing={editing} path={[...prompt, "shots"]} label="Shots" standard={String(standard.shots)} />
      <SmallSelect
        label="Labels described"
        value={form.text([...prompt, "describe"])}
        options={[{ value: "", says: standard.describe ? "yes" : "no" }, standard.describe ? { value: "false", says: "no" } : { value: "true", says: "yes" }]}
        onChange={(value) => onChange(value === "" ? withoutField(yaml, [...prompt, "describe"]) : withValue(yaml, [...prompt, "describe"], value === "true"))}
      />
    </>
  );
}

function WriterFields({ editing, compile }: { readonly editing: Editing; readonly compile: FieldPath }) {
  const { form, yaml, onChange } = editing;
  const writer = [...compile, "writer"];
  const isEndpoint = form.has([...writer, "url"]);
  const change = (to: string) => onChange(withValue(yaml, writer, to === "local" ? "local" : { url: "https://api.example.org/v1", model: "NAME", key_env: "OPENAI_API_KEY" }));
  return (
    <>
      <SmallSelect label="Writer" value={isEndpoint ? "endpoint" : "local"} options={writers} onChange={change} />
      {isEndpoint ? (
        <>
          <SmallField editing={editing} path={[...writer, "url"]} label="Address" />
          <SmallField editing={editing} path={[...writer, "model"]} label="Model" />
          <SmallField editing={editing} path={[...writer, "key_env"]} label="Key’s variable" standard="none" />
          <SmallField editing={editing} path={[...writer, "price_in"]} label="Price in / 10⁶" standard="not given" />
          <SmallField editing={editing} path={[...writer, "price_out"]} label="Price out / 10⁶" standard="not given" />
        </>
      ) : null}
      <SmallField editing={editing} path={[...compile, "temperature"]} label="Temperature" standard={String(defaultCompile.temperature)} />
      <SmallField editing={editing} path={[...compile, "max_tokens"]} label="Most tokens" standard={String(defaultCompile.maxTokens)} />
    </>
  );
}
