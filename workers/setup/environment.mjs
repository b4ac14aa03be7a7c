import { cacheRoot } from "./paths.mjs";

/**
 * @typedef {object} Prepared what set-up has made sure of; a part is absent where it was not asked for
 * @property {string} node the Node that runs the engine
 * @property {string} [python]
 * @property {string} [builtin] Hugging Face folder of the built-in model
 * @property {string} [tiny] the same with its first layers only, for tests
 * @property {import("./electron.mjs").ElectronFound} [electron]
 * @property {string} [chromium]
 */

/**
 * What Flipbook's programs are told about where things are.
 * @param {Prepared} prepared
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(prepared) {
  return {
    ...process.env,
    FLIPBOOK_CACHE: cacheRoot(),
    FLIPBOOK_NODE: prepared.node,
    ...present("FLIPBOOK_PYTHON", prepared.python),
    ...present("FLIPBOOK_BASE_BUILTIN", prepared.builtin),
    ...present("FLIPBOOK_BASE_TINY", prepared.tiny),
    ...present("FLIPBOOK_CHROMIUM", prepared.chromium),
    ...present("ELECTRON_OVERRIDE_DIST_PATH", prepared.electron?.folder),
  };
}

/**
 * @param {string} name
 * @param {string | undefined} value
 */
function present(name, value) {
  return value === undefined ? {} : { [name]: value };
}
