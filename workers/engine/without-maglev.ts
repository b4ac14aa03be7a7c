// Imported first by every program of ours that Node runs.
//
// Node can wait for ever when it ends while V8's middle compiler, Maglev, is at work on another thread: each waits for
// the other (nodejs/node#54918, open in Node 24). A command would then never give the terminal back, a holder would stay
// behind for every job, and an engine would keep its lab. None of them needs that compiler: they wait more than they count.
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--no-maglev");
