// What `electron FOLDER` needs to run an app folder: it lies in resources/default_app.asar of the fallback Electron.
import { app } from "electron";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv.slice(1).find((argument) => !argument.startsWith("-"));
if (folder === undefined) {
  process.stderr.write("Name the folder of an app.\n");
  app.exit(2);
} else {
  const root = resolve(folder);
  const { main, name, productName, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  app.setVersion(version);
  app.setName(productName ?? name);
  app.setAppPath(root);
  if (!app.commandLine.hasSwitch("user-data-dir")) app.setPath("userData", join(app.getPath("appData"), productName ?? name));
  await import(pathToFileURL(join(root, main)).href);
}
