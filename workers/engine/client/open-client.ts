import { connect } from "node:net";
import { createTRPCClient, createWSClient, wsLink, type TRPCClient } from "@trpc/client";
import { WebSocket as NodeWebSocket } from "ws";
import type { AppRouter } from "../router.ts";

/** A typed client of one engine; `close` ends the connection and every subscription on it. */
export type EngineClient = { readonly api: TRPCClient<AppRouter>; readonly close: () => Promise<void> };

type ClientOptions = {
  /** Asked before every connection, because an engine that was started again may listen elsewhere. */
  readonly socket: () => string;
  readonly onClose: () => void;
};

export function openClient({ socket, onClose }: ClientOptions): EngineClient {
  class SocketWebSocket extends NodeWebSocket {
    constructor(url: string) {
      super(url, { createConnection: () => connect(socket()), perMessageDeflate: false });
    }
  }
  const ws = createWSClient({
    url: "ws://localhost/",
    // The client uses what both classes share: constructor(url), readyState, send, close and the event listeners.
    WebSocket: SocketWebSocket as unknown as typeof WebSocket,
    retryDelayMs: (attempt) => Math.min(100 * 2 ** attempt, 2000),
    onClose,
  });
  return { api: createTRPCClient<AppRouter>({ links: [wsLink({ client: ws })] }), close: () => ws.close() };
}

/** True where something answers at the socket. */
export function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const say = (result: boolean) => (): void => {
      connection.destroy();
      resolve(result);
    };
    connection.once("connect", say(true));
    connection.once("error", say(false));
    connection.setTimeout(2000, say(false));
  });
}
