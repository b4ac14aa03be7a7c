/** Who writes a skill text: a llama-server on this machine (`model` null = the built-in model's GGUF file), or any endpoint that speaks OpenAI's protocol. */
export type Writer =
  | { readonly kind: "local"; readonly model: string | null }
  | {
      readonly kind: "endpoint";
      /** Up to and without `/chat/completions`; never with a key in it. */
      readonly url: string;
      readonly model: string;
      /** Name of the environment variable (or of the keychain entry) that holds the key; null where none is needed. */
      readonly keyEnv: string | null;
      /** Price per million tokens read and written; null = not given, so that the cost is not known. */
      readonly priceIn: number | null;
      readonly priceOut: number | null;
      /** Whether the endpoint is sent the run's seed. */
      readonly seeded: boolean;
    };

/** What a writer is shown besides the task: a file read when the experiment was frozen, `text` empty until then. */
export type ExampleLog = { readonly path: string; readonly text: string };

/** How a skill text is written by a model; one text a seed. */
export type CompileSettings = {
  readonly writer: Writer;
  /** What the writer is asked to do; null = Flipbook's own words. */
  readonly instruction: string | null;
  /** Shown instead of the training items; null = those. */
  readonly log: ExampleLog | null;
  readonly temperature: number;
  readonly maxTokens: number;
};

/** Where a skill's text comes from: a file or folder, the text it held when the experiment was frozen, or a model that writes one a seed. */
export type SkillSource =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "text"; readonly path: string; readonly name: string; readonly text: string }
  | { readonly kind: "compile"; readonly compile: CompileSettings };

/** What of the writer decides the text it writes: prices and the key's name do not. */
export function writerIdentity(writer: Writer): object {
  return writer.kind === "local" ? writer : { kind: writer.kind, url: writer.url, model: writer.model, seeded: writer.seeded };
}
