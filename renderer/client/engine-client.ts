import { createTRPCClient, createWSClient, wsLink, type TRPCClient, type TRPCWebSocketClient } from "@trpc/client";
import type { AppRouter } from "../../workers/engine/router.ts";
import { carrier } from "./transport.ts";

const { url, Socket } = carrier();

export const socket: TRPCWebSocketClient = createWSClient({
  url,
  WebSocket: Socket,
  retryDelayMs: (attempt) => (attempt === 0 ? 0 : Math.min(250 * 2 ** attempt, 4000)),
  keepAlive: { enabled: true, intervalMs: 4_000, pongTimeoutMs: 5_000 },
});

/** The one typed client of the engine; components use the hooks beside it. */
export const engine: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
