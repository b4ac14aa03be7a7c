import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findChromium } from "../../workers/setup/chromium.mjs";
import { hasDisplay } from "../../workers/setup/display.mjs";
import { engineNodeRemedy, findEngineNode, isNewEnough } from "../../workers/setup/engine-node.mjs";
import { parseAnswer } from "../../workers/setup/python-find.mjs";
import { whyNoSandbox } from "../../workers/setup/sandbox.mjs";
import { installLine, packagesNotIn } from "../../workers/setup/system-packages.mjs";

test("a window needs X11 or Wayland on Linux, and nothing elsewhere", () => {
  expect(hasDisplay({}, "linux")).toBe(false);
  expect(hasDisplay({ DISPLAY: "" }, "linux")).toBe(false);
  expect(hasDisplay({ DISPLAY: ":0" }, "linux")).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: "wayland-0" }, "linux")).toBe(true);
  expect(hasDisplay({}, "darwin")).toBe(true);
});

test("a machine that npm can bring a Node to is sent to npm for it, and another is told which to install", () => {
  expect(engineNodeRemedy("linux", "x64")).toBe("npm ci");
  expect([engineNodeRemedy("linux", "arm64"), engineNodeRemedy("darwin", "x64"), engineNodeRemedy("win32", "x64")]).toEqual(["nvm install 24", "nvm install 24", "nvm install 24"]);
});

test("the engine runs on Node 22.14 with Node-API 10, and on nothing older", () => {
  expect(isNewEnough("20.20.2", "9")).toBe(false);
  expect(isNewEnough("22.13.0", "10")).toBe(false);
  expect(isNewEnough("22.14.0", "9")).toBe(false);
  expect(isNewEnough("22.14.0", "10")).toBe(true);
  expect(isNewEnough("24.0.0", "10")).toBe(true);
  expect(findEngineNode()?.path).toBe(process.execPath);
});

test("a Python is taken when it is new enough, with or without the means to make environments", () => {
  expect(parseAnswer("3.11.7 1 /usr/bin/python3\n")).toEqual({ command: "/usr/bin/python3", version: "3.11.7", venv: true });
  expect(parseAnswer("3.12.0 0 /usr/bin/python3\n")?.venv).toBe(false);
  expect(parseAnswer("3.10.12 1 /usr/bin/python3\n")).toBeNull();
  expect(parseAnswer("spawn python3 ENOENT")).toBeNull();
});

test("root and systems without user namespaces run the window without Chromium's sandbox, and say so", () => {
  expect(whyNoSandbox({ uid: 1000, restricted: false })).toBeNull();
  expect(whyNoSandbox({ uid: 0, restricted: false })).toContain("root");
  expect(whyNoSandbox({ uid: 1000, restricted: true })).toContain("user namespaces");
});

test("a package counts as installed under its old and its new Debian name, and not when only its settings are left", () => {
  const listing = "libnss3 installed\nlibgtk-3-0t64 installed\nxvfb config-files\n";
  const missing = packagesNotIn(listing, ["libnss3", "libgtk-3-0", "xvfb", "xauth"]);
  expect(missing).toEqual(["xvfb", "xauth"]);
  expect(installLine(missing)).toBe("sudo apt-get install -y xvfb xauth");
});

test("Chromium is found on the PATH", () => {
  const folder = mkdtempSync(join(tmpdir(), "flipbook-path-"));
  try {
    expect(findChromium({ PATH: folder })).toBeNull();
    writeFileSync(join(folder, "google-chrome"), "");
    chmodSync(join(folder, "google-chrome"), 0o755);
    expect(findChromium({ PATH: folder })).toBe(join(folder, "google-chrome"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
