import { execFile } from "node:child_process";
import { paths } from "./paths.ts";

export type EngineFound =
  | { readonly kind: "ready"; readonly socket: string }
  | { readonly kind: "failed"; readonly message: string };

type Start = { readonly lab: string; readonly sampleIfNew: boolean };

/** The newest Node-API a module of ours needs; Electron's own Node serves from there on. */
const neededNodeApi = 10;

/**
 * Joins the lab's engine or starts one that outlives this window. The command line knows how, so that there is
 * one way to find an engine; it answers with one JSON line.
 */
export function findEngine({ lab, sampleIfNew }: Start): Promise<EngineFound> {
  const { file, environment } = nodeForEngine();
  const args = [paths.commandLine, "engine", "--lab", lab, "--json", ...(sampleIfNew ? ["--sample-if-new"] : [])];
  return new Promise((done) => {
    execFile(file, args, { env: environment, timeout: 60_000, maxBuffer: 1 << 20 }, (error, stdout, stderr) => {
      done(readAnswer(stdout) ?? { kind: "failed", message: stderr.trim() || error?.message || "The engine gave no answer." });
    });
  });
}

function nodeForEngine(): { file: string; environment: NodeJS.ProcessEnv } {
  const given = process.env["FLIPBOOK_NODE"];
  if (given !== undefined && given !== "") return { file: given, environment: process.env };
  if (Number(process.versions["napi"] ?? "0") >= neededNodeApi) {
    return { file: process.execPath, environment: { ...process.env, ELECTRON_RUN_AS_NODE: "1" } };
  }
  return { file: "node", environment: process.env };
}

function readAnswer(stdout: string): EngineFound | null {
  const line = stdout.trim().split("\n").at(-1) ?? "";
  if (!line.startsWith("{")) return null;
  const answer: unknown = JSON.parse(line);
  if (typeof answer !== "object" || answer === null) return null;
  if ("socket" in answer && typeof answer.socket === "string") return { kind: "ready", socket: answer.socket };
  if ("error" in answer && typeof answer.error === "object" && answer.error !== null && "message" in answer.error) {
    return { kind: "failed", message: String(answer.error.message) };
  }
  return null;
}
