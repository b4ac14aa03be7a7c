import { defineConfig } from "vitest/config";

/** Tests that start programs of ours, a window or a browser: on a machine that others use, a second is sometimes too short. */
const processes = ["tests/cli/**", "tests/e2e/**", "tests/engine/**", "tests/setup/**"];

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    testTimeout: 30_000,
    maxWorkers: 2,
    pool: "forks",
    projects: [
      { extends: true, test: { name: "pure", include: ["tests/**/*.test.{ts,tsx}"], exclude: processes } },
      // One that fails and then passes is named, with its error, at the end of `npm test`.
      { extends: true, test: { name: "processes", include: processes.map((folder) => `${folder}/*.test.{ts,tsx}`), retry: 1 } },
    ],
  },
});
