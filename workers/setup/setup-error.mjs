/** An expected failure of set-up: one sentence, and one line the user can copy (empty where there is none). */
export class SetupError extends Error {
  /**
   * @param {string} sentence
   * @param {string} line
   */
  constructor(sentence, line = "") {
    super(sentence);
    this.name = "SetupError";
    this.line = line;
  }
}

/**
 * Runs a script's main function; an expected failure ends it with its sentence and line, not with a stack.
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\n${error.message}\n${error.line === "" ? "" : `\n    ${error.line}\n\n`}`);
    process.exitCode = 1;
  }
}
