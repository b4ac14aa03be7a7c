import { existsSync, readdirSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { EveningCommand } from "../../contract/evening.ts";
import { errorCode } from "../error-code.ts";

/** What decides whether the engine lives on when its user's last session ends. */
export type SessionFacts = {
  /** The engine's own line of /proc/self/cgroup, or null where there is none. */
  readonly cgroup: string | null;
  /** Whether the user's services go on without a session. */
  readonly lingers: boolean;
  /** Whether logind ends what a session leaves behind. */
  readonly killsUserProcesses: boolean;
};

export type Advice = { readonly says: string; readonly command: EveningCommand | null };

const linger: EveningCommand = { file: "loginctl", args: ["enable-linger"] };

/** What speaks against an evening without a desktop on this machine; empty where nothing does. */
export function survivalAdvice({ cgroup, lingers, killsUserProcesses }: SessionFacts): readonly Advice[] {
  if (cgroup === null) return [];
  const inUserManager = /\/user@\d+\.service\//.test(cgroup);
  const inSession = /\/session-[^/]+\.scope/.test(cgroup);
  if (inUserManager && !lingers) {
    return [{ says: "The engine was started from the desktop, and systemd ends it with your last session. Allow your programs to go on without one:", command: linger }];
  }
  if (inSession && killsUserProcesses) {
    return [{ says: "logind is set to end everything that a session leaves behind (KillUserProcesses=yes). Start the engine as a service of your own, and let it go on without a session: systemd-run --user --scope flipbook engine, after", command: linger }];
  }
  return [];
}

/** Reads the facts of this machine. */
export function sessionFacts(): SessionFacts {
  return {
    cgroup: readOrNull("/proc/self/cgroup")?.split("\n").find((line) => line.startsWith("0::")) ?? null,
    lingers: existsSync(join("/var/lib/systemd/linger", userInfo().username)),
    killsUserProcesses: killsIn([readOrNull("/etc/systemd/logind.conf") ?? "", ...dropIns("/etc/systemd/logind.conf.d")]),
  };
}

/** The last setting counts, as for logind itself. */
export function killsIn(files: readonly string[]): boolean {
  const settings = files.flatMap((text) => [...text.matchAll(/^\s*KillUserProcesses\s*=\s*(\S+)/gim)].map((match) => match[1]?.toLowerCase()));
  return ["yes", "true", "1", "on"].includes(settings.at(-1) ?? "no");
}

function dropIns(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith(".conf")).sort().map((name) => readOrNull(join(folder, name)) ?? "");
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "EACCES", "ENOTDIR"].includes(errorCode(error))) return null;
    throw error;
  }
}
