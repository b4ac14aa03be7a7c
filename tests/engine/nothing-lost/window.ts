// A window as far as the engine can tell: a client that listens to changes and asks again and again, until it is killed.
import { connectEngine } from "../../../workers/engine/client/connect.ts";

const [lab = ""] = process.argv.slice(2);
const engine = await connectEngine(lab, { start: true });
engine.api.lab.changes.subscribe(undefined, { onData: () => undefined });
engine.api.machine.samples.subscribe(undefined, { onData: () => undefined });
setInterval(() => {
  engine.api.queue.list.query().catch((error: unknown) => console.error(String(error)));
}, 100);
