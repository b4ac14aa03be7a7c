export type Arguments = { readonly lab: string | null; readonly sampleIfNew: boolean };

/** Reads our own switches and leaves Chromium's alone; `--lab DIR` and `--lab=DIR` both work. */
export function parseArguments(argv: readonly string[]): Arguments {
  let lab: string | null = null;
  for (const [index, argument] of argv.entries()) {
    if (argument === "--lab") lab = argv[index + 1] ?? null;
    else if (argument.startsWith("--lab=")) lab = argument.slice("--lab=".length);
  }
  return { lab: lab === "" ? null : lab, sampleIfNew: argv.includes("--sample-if-new") };
}
