import { connect } from "node:net";
import { createTRPCClient, createWSClient, retryLink, wsLink, type TRPCClient } from "@trpc/client";
import { WebSocket as NodeWebSocket } from "ws";
import type { AppRouter } from "../router.ts";

/** A typed client of one engine; `close` ends the connection and every subscription on it. */
export type EngineClient = { readonly api: TRPCClient<AppRouter>; readonly close: () => Promise<void> };

type ClientOptions = {
  /** Asked before every connection, because an engine that was started again may listen elsewhere. */
  readonly socket: () => string;
  readonly onClose: () => void;
};

/** For ten seconds or so: longer than an engine needs to start again. */
const mostQuestions = 40;

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
  // A question can be asked again when the engine died over it; a change may have been made, so its sender must decide.
  const askAgain = retryLink<AppRouter>({
    retry: ({ op, error, attempts }) => op.type === "query" && error.data === undefined && attempts < mostQuestions,
    retryDelayMs: () => 250,
  });
  return { api: createTRPCClient<AppRouter>({ links: [askAgain, wsLink({ client: ws })] }), close: () => ws.close() };
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
