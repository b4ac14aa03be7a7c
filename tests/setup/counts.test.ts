import { expect, test } from "vitest";
import { addUp, countUnittest, countVitest, honestLine, secondTries } from "../../workers/setup/test-counts.mjs";

const file = (status: string, ...states: readonly string[]) => ({ status, assertionResults: states.map((state) => ({ status: state })) });
const report = (...testResults: readonly ReturnType<typeof file>[]) => JSON.stringify({ testResults });

test("every vitest test counts once, and a skipped one as neither", () => {
  expect(countVitest(report(file("failed", "passed", "failed"), file("passed", "passed", "skipped")), 1)).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

test("a test file that could not be run counts as failed", () => {
  expect(countVitest(report(file("failed"), file("passed", "passed")), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test("vitest that ends badly without a failed test, or without a report, counts as failed", () => {
  expect(countVitest(report(file("passed", "passed")), 1).failed).toBe(1);
  expect(countVitest(null, 0).failed).toBe(1);
});

test("Python's tests are counted from what unittest prints", () => {
  expect(countUnittest("Ran 7 tests in 0.1s\n\nOK\n", 0)).toEqual({ passed: 7, failed: 0, skipped: 0 });
  expect(countUnittest("Ran 7 tests in 0.1s\n\nFAILED (failures=1, errors=2, skipped=1)\n", 1)).toEqual({ passed: 3, failed: 3, skipped: 1 });
});

test("Python tests that were not found or crashed count as failed", () => {
  expect(countUnittest("Ran 0 tests in 0.000s\n\nOK\n", 0).failed).toBe(1);
  expect(countUnittest("Segmentation fault\n", 139).failed).toBe(1);
});

test("the last line adds everything up", () => {
  expect(honestLine(addUp([{ passed: 2, failed: 1, skipped: 0 }, { passed: 3, failed: 0, skipped: 4 }]))).toBe("5 passed, 1 failed");
});

test("a test that passed only when it was tried again is named with its first failure", () => {
  const of = (fullName: string, status: string, ...failureMessages: readonly string[]) => ({ fullName, status, failureMessages });
  const said = JSON.stringify({ testResults: [{ status: "passed", assertionResults: [of("a", "passed"), of("b", "passed", "too slow"), of("c", "failed", "wrong")] }] });
  expect(secondTries(said)).toEqual([{ name: "b", why: "too slow" }]);
  expect(secondTries(null)).toEqual([]);
});
