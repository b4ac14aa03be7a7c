/**
 * @typedef {object} Step
 * @property {(detail: string) => void} note what the step is doing or found, shown behind its name
 */

/**
 * @typedef {object} Progress
 * @property {<T>(name: string, work: (step: Step) => Promise<T>) => Promise<T>} step
 */

const quietUntilMs = 400;
const refreshMs = 1000;

/**
 * One line a step with its seconds. `quiet` shows only steps that take a while (for `flipbook`, whose own output counts).
 * @param {{ quiet?: boolean, out?: NodeJS.WriteStream, now?: () => number }} [options]
 * @returns {Progress}
 */
export function createProgress({ quiet = false, out = process.stderr, now = () => performance.now() } = {}) {
  return {
    async step(name, work) {
      const began = now();
      const line = createLine(out);
      let detail = "";
      const seconds = () => (now() - began) / 1000;
      const show = () => line.passing(`  … ${name}${detail && `: ${detail}`}  ${seconds().toFixed(0)} s`);
      const first = setTimeout(show, quietUntilMs);
      const refresh = setInterval(show, refreshMs);
      try {
        const result = await work({ note: (text) => void (detail = text) });
        if (!quiet || seconds() * 1000 > quietUntilMs) line.final(`  ✓ ${name}${detail && `: ${detail}`}  ${seconds().toFixed(1)} s`);
        return result;
      } catch (error) {
        line.final(`  ✗ ${name}  ${seconds().toFixed(1)} s`);
        throw error;
      } finally {
        clearTimeout(first);
        clearInterval(refresh);
      }
    },
  };
}

/**
 * On a terminal a passing text is overwritten by the next one; elsewhere it is printed when it says something new.
 * @param {NodeJS.WriteStream} out
 */
function createLine(out) {
  let said = "";
  return {
    /** @param {string} text */
    passing(text) {
      if (out.isTTY) out.write(`\r\x1b[2K${text.slice(0, Math.max(20, (out.columns ?? 80) - 1))}`);
      else if (withoutNumbers(text) !== said) out.write(`${text}\n`);
      said = withoutNumbers(text);
    },
    /** @param {string} text */
    final(text) {
      out.write(out.isTTY ? `\r\x1b[2K${text}\n` : `${text}\n`);
    },
  };
}

/** @param {string} text */
function withoutNumbers(text) {
  return text.replace(/\d+/g, "");
}
