/** Why nvidia-smi gave no readings at all. `absent` and `no-devices` mean: this machine has no GPU to wait for. */
export type SmiFailure = { readonly kind: "absent" | "no-devices" | "bad-field" | "no-driver" | "version-mismatch" | "hung" | "failed"; readonly says: string };

/** The end of a call: its exit code (null = it could not be started or was killed) and what it printed. */
export type SmiEnd = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string };

/** Names a failed call by its exit code and its words, which come on stdout as often as on stderr. */
export function failureOf(end: SmiEnd): SmiFailure {
  const text = `${end.stderr}\n${end.stdout}`;
  if (end.exitCode === 127) return { kind: "absent", says: "nvidia-smi is not installed" };
  if (end.exitCode === 6 || /No devices were found/.test(text)) return { kind: "no-devices", says: "nvidia-smi finds no GPU" };
  if (/is not a valid field to query/.test(text)) return { kind: "bad-field", says: firstLine(text) };
  if (end.exitCode === 18 || /Driver\/library version mismatch/.test(text)) {
    return { kind: "version-mismatch", says: "the NVIDIA driver and its library have different versions; a restart of the machine helps" };
  }
  if (end.exitCode === 9 || /couldn't communicate with the NVIDIA driver/.test(text)) {
    return { kind: "no-driver", says: "the NVIDIA driver is not running" };
  }
  return { kind: "failed", says: `nvidia-smi ended with code ${end.exitCode ?? "none"}: ${firstLine(text)}` };
}

export const hung: SmiFailure = { kind: "hung", says: "nvidia-smi does not answer (stopped after 5 seconds)" };

/** True where no GPU will turn up by waiting: work goes to the processor and a memory gate has nothing to watch. */
export function meansNoGpu(failure: SmiFailure): boolean {
  return failure.kind === "absent" || failure.kind === "no-devices";
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "")?.trim().slice(0, 300) ?? "it said nothing";
}
