import { defaultLora, defaultPrefix, defaultPrefixTrain, defaultTrain } from "../../../workers/domain/experiment/defaults.ts";
import type { FieldPath } from "../../../workers/contract/yaml-text.ts";
import { SmallField, SmallSelect, type Editing } from "./form-field.tsx";
import { withoutField, withValue } from "./yaml-form.ts";

type Props = { readonly editing: Editing; readonly arm: FieldPath };

/** What of an adapter one most likely varies. */
export function LoraFields({ editing, arm }: Props) {
  const lora = [...arm, "lora"];
  const { form, yaml, onChange } = editing;
  const variant = form.text([...lora, "dora"]) === "true" ? "dora" : form.text([...lora, "rslora"]) === "true" ? "rslora" : "plain";
  const change = (to: string) => {
    let text = yaml;
    for (const key of ["dora", "rslora"]) if (form.has([...lora, key])) text = withoutField(text, [...lora, key]);
    onChange(to === "plain" ? text : withValue(text, [...lora, to], true));
  };
  return (
    <>
      <SmallField editing={editing} path={[...lora, "rank"]} label="Rank" standard={String(defaultLora.rank)} />
      <SmallField editing={editing} path={[...lora, "alpha"]} label="Alpha" standard={String(defaultLora.alpha)} />
      <SmallField editing={editing} path={[...lora, "dropout"]} label="Dropout" standard={String(defaultLora.dropout)} />
      <SmallSelect label="Variant" value={variant} options={[{ value: "plain", says: "LoRA" }, { value: "rslora", says: "rsLoRA" }, { value: "dora", says: "DoRA" }]} onChange={change} />
    </>
  );
}

const layerChoices = ["global", "all", "every 2", "every 3", "every 6"] as const;

/** A prefix's length and the layers it sits on. */
export function PrefixFields({ editing, arm }: Props) {
  const layers = [...arm, "prefix", "layers"];
  const { form, yaml, onChange } = editing;
  const written = form.text(layers).replace(/[{}]/g, "").replace(":", " ");
  const options = [...new Set([...layerChoices, ...(written === "" ? [] : [written])])].map((value) => ({ value, says: value }));
  const change = (to: string) => onChange(to.startsWith("every ") ? withValue(yaml, layers, { every: Number(to.slice("every ".length)) }) : withValue(yaml, layers, to));
  return (
    <>
      <SmallField editing={editing} path={[...arm, "prefix", "length"]} label="Length" standard={String(defaultPrefix.length)} />
      <SmallSelect label="Layers" value={written === "" ? "global" : written} options={options} onChange={change} />
    </>
  );
}

/** How the weights are trained. */
export function TrainFields({ editing, arm, kind }: Props & { readonly kind: string }) {
  const train = [...arm, "train"];
  const { form, yaml, onChange } = editing;
  const standard = kind.includes("lora") ? defaultTrain : defaultPrefixTrain;
  return (
    <>
      <SmallField editing={editing} path={[...train, "lr"]} label="Learning rate" standard={String(standard.learningRate)} />
      <SmallField editing={editing} path={[...train, "epochs"]} label="Epochs" standard={String(standard.epochs)} />
      <SmallField editing={editing} path={[...train, "accumulate"]} label="Accumulate" standard={String(standard.accumulate)} />
      <SmallField editing={editing} path={[...train, "max_steps"]} label="Most steps" standard="all" />
      <SmallField editing={editing} path={[...arm, "train_items"]} label="Training items" standard="all" />
      <SmallField editing={editing} path={[...train, "early_stop", "patience"]} block={[...train, "early_stop"]} label="Early stop after" standard="never" />
      <SmallSelect
        label="Checkpoints"
        value={form.text([...train, "checkpoints"])}
        options={[{ value: "", says: "the last" }, { value: "every-epoch", says: "every epoch" }]}
        onChange={(value) => onChange(value === "" ? withoutField(yaml, [...train, "checkpoints"]) : withValue(yaml, [...train, "checkpoints"], value))}
      />
      {kind.includes("prompt") ? (
        <SmallSelect
          label="Trained"
          value={form.text([...arm, "both"])}
          options={[{ value: "", says: "with the text" }, { value: "combined-at-scoring", says: "without the text" }]}
          onChange={(value) => onChange(value === "" ? withoutField(yaml, [...arm, "both"]) : withValue(yaml, [...arm, "both"], value))}
        />
      ) : null}
    </>
  );
}
