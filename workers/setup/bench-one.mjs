// Runs one bench file (first argument) and writes its measurements to descriptor 3 as JSON; what it prints stays on the terminal.
import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { bench } = await import(pathToFileURL(process.argv[2] ?? "").href);
writeSync(3, JSON.stringify(await bench()));
process.exit(0);
