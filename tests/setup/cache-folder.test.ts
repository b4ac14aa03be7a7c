import { join } from "node:path";
import { expect, test } from "vitest";
import { cacheRoot } from "../../workers/setup/paths.mjs";

const home = join("/", "home", "ada");

test("the cache lies where the user says, else where the system keeps caches", () => {
  expect(cacheRoot({ FLIPBOOK_CACHE: "/big/cache", XDG_CACHE_HOME: "/x" }, "linux", home)).toBe("/big/cache");
  expect(cacheRoot({ XDG_CACHE_HOME: "/x" }, "linux", home)).toBe(join("/x", "flipbook"));
  expect(cacheRoot({}, "linux", home)).toBe(join(home, ".cache", "flipbook"));
  expect(cacheRoot({}, "darwin", home)).toBe(join(home, "Library", "Caches", "flipbook"));
  expect(cacheRoot({ LOCALAPPDATA: "/local" }, "win32", home)).toBe(join("/local", "flipbook"));
  expect(cacheRoot({}, "win32", home)).toBe(join(home, "AppData", "Local", "flipbook"));
});
