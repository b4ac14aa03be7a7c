import { existsSync } from "node:fs";
import { lastLines, runQuietly } from "./child.mjs";
import { SetupError } from "./setup-error.mjs";

/** Libraries that Electron loads (Debian's names). */
export const electronPackages = ["libgtk-3-0", "libnss3", "libasound2", "libgbm1", "libxss1", "libatk-bridge2.0-0", "libdrm2"];

/** What the tests need on top: a display without a screen, and a browser. */
export const testPackages = ["xvfb", "xauth", "chromium"];

const dpkgQuery = "/usr/bin/dpkg-query";

/** Where there is no dpkg, packages are the user's own business. */
export function hasDpkg() {
  return existsSync(dpkgQuery);
}

/**
 * Those of the packages that are not installed; newer Debian and Ubuntu add t64 to some names.
 * @param {readonly string[]} names
 * @returns {Promise<string[]>}
 */
export async function missingPackages(names) {
  if (!hasDpkg() || names.length === 0) return [];
  const { output } = await runQuietly(dpkgQuery, ["-W", "-f=${Package} ${db:Status-Status}\\n", ...names.flatMap((name) => [name, `${name}t64`])]);
  return packagesNotIn(output, names);
}

/**
 * @param {string} listing lines of "name state", as dpkg-query prints them
 * @param {readonly string[]} names
 */
export function packagesNotIn(listing, names) {
  const installed = new Set(listing.split("\n").flatMap((line) => (line.endsWith(" installed") ? [line.split(" ")[0] ?? ""] : [])));
  return names.filter((name) => !installed.has(name) && !installed.has(`${name}t64`));
}

/**
 * The line a user copies to get these packages.
 * @param {readonly string[]} names
 */
export function installLine(names) {
  return `sudo apt-get install -y ${names.join(" ")}`;
}

/**
 * Installs the packages as root with apt at hand; else fails with the reason and the line to copy.
 * @param {readonly string[]} names
 * @param {string} reason
 */
export async function installPackages(names, reason) {
  if (!hasDpkg()) throw new SetupError(`${reason} Install these with your package manager (Debian's names).`, names.join(" "));
  if (process.getuid?.() !== 0) throw new SetupError(reason, installLine(names));
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly("apt-get", ["update"], { env });
  const available = await Promise.all(names.map(nameInThisRelease));
  const done = await runQuietly("apt-get", ["install", "-y", "--no-install-recommends", ...available], { env });
  if (done.code !== 0) throw new SetupError(`${reason} apt-get could not install it:\n${lastLines(done.output)}`, installLine(names));
}

/** @param {string} name */
async function nameInThisRelease(name) {
  const newer = await runQuietly("apt-cache", ["show", `${name}t64`]);
  return newer.code === 0 && newer.output.includes(`Package: ${name}t64`) ? `${name}t64` : name;
}

/**
 * Makes sure the packages are there.
 * @param {readonly string[]} names
 * @param {import("./progress.mjs").Step} step
 */
export async function ensurePackages(names, step) {
  const missing = await missingPackages(names);
  if (missing.length === 0) return;
  step.note(`installing ${missing.join(" ")}`);
  await installPackages(missing, `${missing.length === 1 ? "A system package is" : "System packages are"} missing: ${missing.join(", ")}.`);
}
