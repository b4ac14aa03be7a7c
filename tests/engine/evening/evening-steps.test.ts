import { describe, expect, it } from "vitest";
import { commandFault, commandLine, readCommand } from "../../../workers/domain/evening/command-line.ts";
import { nextClockTime } from "../../../workers/domain/evening/clock-time.ts";
import { nextStep, type EveningFacts } from "../../../workers/domain/evening/next-step.ts";
import { displayManagers } from "../../../workers/engine/evening/window-systems.ts";
import { killsIn, survivalAdvice } from "../../../workers/engine/evening/survival.ts";

const facts: EveningFacts = {
  state: "running", nowMs: 100, fromMs: 0, untilMs: 1_000, commandsLeft: 0, commandRuns: false, failedCommand: null, running: 1, startable: 3, pausedByCrash: null, atEnd: "let-finish",
};

describe("the steps of an evening", () => {
  it("waits for its hour, then runs what comes before it, one command at a time, then hands out work", () => {
    expect(nextStep({ ...facts, state: "planned", nowMs: -1 })).toEqual({ kind: "wait" });
    expect(nextStep({ ...facts, state: "planned" })).toEqual({ kind: "begin" });
    expect(nextStep({ ...facts, state: "before", commandsLeft: 2 })).toEqual({ kind: "command", when: "before" });
    expect(nextStep({ ...facts, state: "before", commandsLeft: 1, commandRuns: true })).toEqual({ kind: "wait" });
    expect(nextStep({ ...facts, state: "before" })).toEqual({ kind: "hand-out" });
  });

  it("starts nothing after a command that failed, and one that nobody was there to begin is over", () => {
    expect(nextStep({ ...facts, state: "before", commandsLeft: 1, failedCommand: "sudo -n x (exit code 1)" })).toMatchObject({ kind: "finish", why: expect.stringContaining("sudo -n x (exit code 1)") });
    expect(nextStep({ ...facts, state: "planned", nowMs: 5_000 })).toMatchObject({ kind: "finish" });
  });

  it("ends when all work is done, when a crash has paused the queue, or at its hour when the running job is done", () => {
    expect(nextStep(facts)).toEqual({ kind: "wait" });
    expect(nextStep({ ...facts, running: 0 })).toEqual({ kind: "wait" });
    expect(nextStep({ ...facts, running: 0, startable: 0 })).toEqual({ kind: "finish", why: null });
    expect(nextStep({ ...facts, running: 0, pausedByCrash: "a job failed (boom)" })).toEqual({ kind: "finish", why: "It ended early: a job failed (boom)." });
    expect(nextStep({ ...facts, nowMs: 1_000 })).toEqual({ kind: "call-time", stopRunning: false });
    expect(nextStep({ ...facts, nowMs: 1_000, atEnd: "stop" })).toEqual({ kind: "call-time", stopRunning: true });
    expect(nextStep({ ...facts, nowMs: 1_000, running: 0 })).toEqual({ kind: "finish", why: null });
  });

  it("always runs what comes after it, and then is over", () => {
    expect(nextStep({ ...facts, state: "after", commandsLeft: 1 })).toEqual({ kind: "command", when: "after" });
    expect(nextStep({ ...facts, state: "after" })).toEqual({ kind: "close" });
    expect(nextStep({ ...facts, state: "over" })).toEqual({ kind: "wait" });
  });
});

describe("the commands around an evening", () => {
  it("are shown in full, with quotes where a shell would need them", () => {
    expect(commandLine({ file: "sudo", args: ["-n", "systemctl", "stop", "display-manager.service"] })).toBe("sudo -n systemctl stop display-manager.service");
    expect(commandLine({ file: "/opt/my tool", args: ["it's", ""] })).toBe("'/opt/my tool' 'it'\\''s' ''");
  });

  it("are read as words or as a list, never as a line for a shell", () => {
    expect(readCommand("systemctl --user stop a.service")).toEqual({ file: "systemctl", args: ["--user", "stop", "a.service"] });
    expect(readCommand('["notify-send","an evening; begins"]')).toEqual({ file: "notify-send", args: ["an evening; begins"] });
    for (const text of ["a; b", "a && b", "a | b", "echo $HOME", "a > b", "a 'b c'", "", "[1]", '{"a":1}']) expect(() => readCommand(text), text).toThrow();
  });

  it("never ask for a password and never read one", () => {
    expect(commandFault({ file: "sudo", args: ["-n", "systemctl", "stop", "x"] })).toBeNull();
    expect(commandFault({ file: "/usr/bin/sudo", args: ["systemctl", "stop", "x"] })).toContain("nobody is there to type one");
    expect(commandFault({ file: "sudo", args: ["-nS", "systemctl"] })).toContain("must not read a password");
    expect(commandFault({ file: "sudo", args: ["--stdin", "-n", "x"] })).toContain("must not read a password");
    expect(commandFault({ file: "pkexec", args: ["x"] })).toContain("asks for a password");
    expect(commandFault({ file: "loginctl", args: ["enable-linger"] })).toBeNull();
  });

  it("to stop the window system are known for common systems", () => {
    const look = (paths: readonly string[], link: string | null = null) => displayManagers({ exists: (path) => paths.includes(path), link: () => link, user: "ana" });
    expect(look(["/run/systemd/system"], "/usr/lib/systemd/system/gdm.service")).toEqual([{
      name: "gdm",
      stop: { file: "sudo", args: ["-n", "systemctl", "stop", "display-manager.service"] },
      start: { file: "sudo", args: ["-n", "systemctl", "start", "display-manager.service"] },
      sudoers: "ana ALL=(root) NOPASSWD: /usr/bin/systemctl stop display-manager.service, /usr/bin/systemctl start display-manager.service",
    }]);
    expect(look(["/run/systemd/system"])).toEqual([]);
    expect(look(["/run/openrc", "/etc/init.d/sddm"])[0]?.stop.args).toEqual(["-n", "rc-service", "sddm", "stop"]);
    expect(look(["/run/runit", "/var/service/lightdm"])[0]?.start.args).toEqual(["-n", "sv", "up", "lightdm"]);
    expect(look(["/etc/init.d/lxdm"])[0]?.stop.args).toEqual(["-n", "service", "lxdm", "stop"]);
    for (const manager of look(["/etc/init.d/lxdm", "/etc/init.d/gdm3"])) expect([commandFault(manager.stop), commandFault(manager.start)]).toEqual([null, null]);
  });
});

describe("surviving the end of the desktop", () => {
  const app = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-org.gnome.Terminal.slice/vte-spawn-1.scope";
  const session = "0::/user.slice/user-1000.slice/session-3.scope";

  it("needs lingering where the engine belongs to the user's services", () => {
    expect(survivalAdvice({ cgroup: app, lingers: false, killsUserProcesses: false })).toMatchObject([{ command: { file: "loginctl", args: ["enable-linger"] } }]);
    expect(survivalAdvice({ cgroup: app, lingers: true, killsUserProcesses: false })).toEqual([]);
  });

  it("is in danger where logind ends what a session leaves behind", () => {
    expect(survivalAdvice({ cgroup: session, lingers: true, killsUserProcesses: true })).toHaveLength(1);
    expect(survivalAdvice({ cgroup: session, lingers: false, killsUserProcesses: false })).toEqual([]);
    expect(survivalAdvice({ cgroup: null, lingers: false, killsUserProcesses: true })).toEqual([]);
  });

  it("reads logind's settings, of which the last counts", () => {
    expect(killsIn(["[Login]\n#KillUserProcesses=yes\n"])).toBe(false);
    expect(killsIn(["KillUserProcesses=yes"])).toBe(true);
    expect(killsIn(["KillUserProcesses=yes", "KillUserProcesses = no\n"])).toBe(false);
  });
});

describe("a time of the day", () => {
  const at = (text: string): number => new Date(text).getTime();

  it("is the next time the clock shows it", () => {
    expect(nextClockTime("07:00", at("2026-03-02T22:00:00"))).toBe(at("2026-03-03T07:00:00"));
    expect(nextClockTime("23:30", at("2026-03-02T22:00:00"))).toBe(at("2026-03-02T23:30:00"));
    expect(nextClockTime("7:05", at("2026-12-31T07:05:00"))).toBe(at("2027-01-01T07:05:00"));
  });

  it("is refused where it is none", () => {
    for (const text of ["7", "24:00", "7:60", "noon", "-1:00"]) expect(() => nextClockTime(text, 0), text).toThrow("no time of the day");
  });
});
