import { BrowserWindow, nativeTheme, shell } from "electron";
import { existsSync } from "node:fs";
import { appOrigin } from "./app-protocol.ts";
import { paths } from "./paths.ts";

/** Paper and night of the look, so that nothing flashes before the page paints. */
const background = { light: "#fbfaf6", dark: "#14171a" } as const;

export function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 820,
    minWidth: 720,
    minHeight: 480,
    title: "Flipbook",
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    ...(existsSync(paths.icon) ? { icon: paths.icon } : {}),
    webPreferences: {
      preload: paths.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once("ready-to-show", () => window.show());
  lock(window);
  void window.loadURL(`${appOrigin}/`);
  return window;
}

/** The page can neither leave nor open anything; links to the web go to the person's own browser. */
function lock(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on("will-navigate", (event) => event.preventDefault());
  webContents.on("will-attach-webview", (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url }) => {
    if (url.startsWith("https://")) void shell.openExternal(url);
    return { action: "deny" };
  });
  webContents.session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed.has(permission)));
  webContents.session.setPermissionCheckHandler((_contents, permission) => allowed.has(permission));
}

/** Copying what is on the page, and saying that the queue is done. */
const allowed: ReadonlySet<string> = new Set(["clipboard-sanitized-write", "notifications"]);
