import type { Bridge } from "../../workers/contract/bridge.ts";

declare global {
  interface Window {
    readonly flipbook?: Bridge;
  }
}

export const bridge: Bridge | null = window.flipbook ?? null;
