/**
 * Whether a window can be shown here.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  if (platform === "darwin" || platform === "win32") return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * The command, under a display of its own where there is none.
 * @param {readonly string[]} command
 */
export function withDisplay(command) {
  return hasDisplay() ? [...command] : ["xvfb-run", "-a", "-s", "-screen 0 1440x1000x24", ...command];
}
