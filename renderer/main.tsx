import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { config } from "zod/v4/core";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { App } from "./app.tsx";
import { followChanges } from "./client/changes.ts";
import { followMachine } from "./client/hooks/machine.ts";
import { followQueueEnd } from "./client/queue-end.ts";
import { queryClient } from "./client/query-client.ts";
import { followShortcuts } from "./components/shortcuts.ts";
import { followTheme } from "./stores/theme.ts";

// The page's policy forbids code from text, so zod need not try.
config({ jitless: true });
followTheme();
followShortcuts();
followChanges(queryClient);
followMachine(queryClient);
followQueueEnd(queryClient);

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router hook={useHashLocation}>
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
