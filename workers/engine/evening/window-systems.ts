import { existsSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { userInfo } from "node:os";
import type { DisplayManagerView, EveningCommand } from "../../contract/evening.ts";
import { errorCode } from "../error-code.ts";

/** What is to be known of a machine to say how its window system is stopped; handed in so that it can be tested. */
export type SystemLook = {
  readonly exists: (path: string) => boolean;
  /** Where a link points to, or null where there is none. */
  readonly link: (path: string) => string | null;
  readonly user: string;
};

/** Services by which window systems are known to OpenRC and to scripts in /etc/init.d. */
const services = ["gdm3", "gdm", "sddm", "lightdm", "lxdm", "xdm", "slim", "ly", "greetd", "display-manager"] as const;

/** How the window system of this machine is stopped and started, for common systems; empty where none is found. */
export function displayManagers({ exists, link, user }: SystemLook): readonly DisplayManagerView[] {
  if (exists("/run/systemd/system")) {
    const unit = link("/etc/systemd/system/display-manager.service");
    if (unit === null) return [];
    const name = basename(unit).replace(/\.service$/, "");
    return [view(name, user, (verb) => ["systemctl", verb, "display-manager.service"])];
  }
  if (exists("/run/openrc")) {
    return services.filter((name) => exists(`/etc/init.d/${name}`)).map((name) => view(name, user, (verb) => ["rc-service", name, verb]));
  }
  if (exists("/run/runit")) {
    return services.filter((name) => exists(`/var/service/${name}`)).map((name) => view(name, user, (verb) => ["sv", verb === "stop" ? "down" : "up", name]));
  }
  return services.filter((name) => exists(`/etc/init.d/${name}`)).map((name) => view(name, user, (verb) => ["service", name, verb]));
}

function view(name: string, user: string, parts: (verb: "stop" | "start") => readonly [string, ...string[]]): DisplayManagerView {
  const command = (verb: "stop" | "start"): EveningCommand => ({ file: "sudo", args: ["-n", ...parts(verb)] });
  const rule = (verb: "stop" | "start"): string => {
    const [program, ...args] = parts(verb);
    return [`/usr/bin/${program}`, ...args].join(" ");
  };
  return { name, stop: command("stop"), start: command("start"), sudoers: `${user} ALL=(root) NOPASSWD: ${rule("stop")}, ${rule("start")}` };
}

/** This machine. */
export function thisSystem(): SystemLook {
  return {
    exists: existsSync,
    link: (path) => {
      try {
        return readlinkSync(path);
      } catch (error) {
        if (["ENOENT", "EINVAL", "EACCES"].includes(errorCode(error))) return null;
        throw error;
      }
    },
    user: userInfo().username,
  };
}
