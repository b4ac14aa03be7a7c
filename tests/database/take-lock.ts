import { lockFile } from "../../workers/database/open.ts";

// Run as a process of its own: takes the lock it is told and ends without giving it back.
const [, , file] = process.argv;
if (file === undefined) throw new Error("no file named");
process.stdout.write(lockFile(file) === null ? "refused\n" : "taken\n");
