import { existsSync, readFileSync } from "node:fs";

const restriction = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

/**
 * Why Chromium's sandbox cannot start here, or null where it can. Without it Electron ends at once, so it has to be told.
 * @param {{ uid: number | undefined, restricted: boolean }} host
 */
export function whyNoSandbox(host = thisHost()) {
  if (host.uid === 0) return "Running as root, where Chromium's sandbox cannot start: the window runs without it.";
  if (host.restricted) return "This system forbids unprivileged user namespaces, which Chromium's sandbox needs: the window runs without it.";
  return null;
}

function thisHost() {
  if (process.platform !== "linux") return { uid: undefined, restricted: false };
  return { uid: process.getuid?.(), restricted: existsSync(restriction) && readFileSync(restriction, "utf8").trim() === "1" };
}
