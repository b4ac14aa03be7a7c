/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts of vitest's JSON report. A file that could not be run counts as one failure, and so does a run that ended
 * badly although every test in it passed.
 * @param {string | null} report the file's text, null when there is none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  /** @type {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const { testResults } = JSON.parse(report); // vitest's own format
  const states = testResults.flatMap((file) => (file.assertionResults.length === 0 ? [file.status] : file.assertionResults.map(({ status }) => status)));
  const passed = states.filter((state) => state === "passed").length;
  const failed = states.filter((state) => state === "failed").length;
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped: states.length - passed - failed };
}

/**
 * The tests that passed only when they were tried again, each with why it failed at first.
 * @param {string | null} report vitest's JSON report
 * @returns {readonly { readonly name: string, readonly why: string }[]}
 */
export function secondTries(report) {
  if (report === null) return [];
  /** @type {{ testResults: { assertionResults: { status: string, fullName: string, failureMessages: string[] | null }[] }[] }} */
  const { testResults } = JSON.parse(report); // vitest's own format
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ status, fullName, failureMessages }) => (status === "passed" && failureMessages?.[0] !== undefined ? [{ name: fullName, why: failureMessages[0] }] : []));
}

/**
 * Counts of what `python -m unittest` printed.
 * @param {string} output
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countUnittest(output, exitCode) {
  const ran = Number(/^Ran (\d+) tests?/m.exec(output)?.[1] ?? 0);
  const number = (/** @type {string} */ name) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(output)?.[1] ?? 0);
  const bad = number("failures") + number("errors") + number("unexpected successes");
  const skipped = number("skipped");
  const failed = bad === 0 && (exitCode !== 0 || ran === 0) ? 1 : bad;
  return { passed: Math.max(0, ran - bad - skipped), failed, skipped };
}

/** @param {readonly Counts[]} counts */
export function addUp(counts) {
  return counts.reduce((sum, next) => ({ passed: sum.passed + next.passed, failed: sum.failed + next.failed, skipped: sum.skipped + next.skipped }), { passed: 0, failed: 0, skipped: 0 });
}

/** @param {Counts} counts */
export function honestLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
