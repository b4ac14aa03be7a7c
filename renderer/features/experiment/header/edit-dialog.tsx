import { useState, type FormEvent } from "react";
import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";

type Props = { readonly view: ExperimentView; readonly onRename: (name: string) => void; readonly onTags: (tags: readonly string[]) => void; readonly onClose: () => void };

export function EditDialog({ view, onRename, onTags, onClose }: Props) {
  const [name, setName] = useState(view.name);
  const [tags, setTags] = useState(view.tags.join(", "));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = splitTags(tags);
    if (name.trim() !== view.name) onRename(name.trim());
    if (wanted.join("\n") !== view.tags.join("\n")) onTags(wanted);
    onClose();
  };
  return (
    <Dialog title="Name and tags" onClose={onClose}>
      <form onSubmit={save}>
        <Field label="Name">{(id) => <input id={id} autoFocus required maxLength={120} value={name} onChange={(event) => setName(event.target.value)} />}</Field>
        <Field label="Tags" hint="Separated by commas.">
          {(id) => <input id={id} value={tags} onChange={(event) => setTags(event.target.value)} />}
        </Field>
        <Field label="">
          {() => (
            <>
              <Button onClick={onClose}>Leave as it is</Button>{" "}
              <Button kind="main" type="submit">
                Save
              </Button>
            </>
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function splitTags(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim().slice(0, 50)).filter((tag) => tag !== ""))].slice(0, 50);
}
