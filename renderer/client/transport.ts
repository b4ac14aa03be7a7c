import type { EnginePipe } from "../../workers/contract/bridge.ts";
import { bridge } from "./bridge.ts";

/** What tRPC's WebSocket client needs to reach the engine: a real WebSocket in a browser, the preload's pipe in Electron. */
export type Carrier = { readonly url: string; readonly Socket: typeof WebSocket };

export function carrier(): Carrier {
  if (bridge !== null) return { url: "pipe:engine", Socket: pipeSocketClass(bridge.pipe) };
  const url = new URL("/api", window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return { url: url.href, Socket: PromptSocket };
}

function pipeSocketClass(pipe: EnginePipe): typeof WebSocket {
  class BoundPipeSocket extends PipeSocket {
    constructor() {
      super(pipe);
    }
  }
  // tRPC uses of a WebSocket only what PipeSocket has: events, readyState, send, close and the state constants.
  return BoundPipeSocket as unknown as typeof WebSocket;
}

/** Closes at once where the other side hangs; a browser alone would wait a minute for its answer. */
class PromptSocket extends WebSocket {
  #ended = false;

  constructor(url: string | URL) {
    super(url);
    this.addEventListener("close", (event) => {
      if (this.#ended) event.stopImmediatePropagation();
      this.#ended = true;
    });
  }

  override close(code?: number, reason?: string): void {
    super.close(code, reason);
    if (!this.#ended) this.dispatchEvent(new CloseEvent("close", { code: 1006 }));
  }
}

/** The pipe in the shape of a WebSocket. */
class PipeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;

  binaryType: BinaryType = "arraybuffer";
  readyState: number = PipeSocket.CONNECTING;
  readonly #pipe: EnginePipe;
  readonly #disposers: readonly (() => void)[];

  constructor(pipe: EnginePipe) {
    super();
    this.#pipe = pipe;
    this.#disposers = [
      pipe.onMessage((text) => {
        if (this.readyState === PipeSocket.OPEN) this.dispatchEvent(new MessageEvent("message", { data: text }));
      }),
      pipe.onClose(() => {
        if (this.readyState === PipeSocket.OPEN) this.#end(1006);
      }),
    ];
    pipe.open().then(
      () => this.#opened(),
      () => this.#failed(),
    );
  }

  send(text: string): void {
    if (this.readyState === PipeSocket.OPEN) this.#pipe.send(text);
  }

  close(): void {
    this.#end(1000);
  }

  #opened(): void {
    if (this.readyState !== PipeSocket.CONNECTING) return;
    this.readyState = PipeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  #failed(): void {
    this.dispatchEvent(new Event("error"));
    this.#end(1006);
  }

  #end(code: number): void {
    if (this.readyState === PipeSocket.CLOSED) return;
    this.readyState = PipeSocket.CLOSED;
    for (const dispose of this.#disposers) dispose();
    this.dispatchEvent(new CloseEvent("close", { code }));
  }
}
