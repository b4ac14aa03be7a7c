import { useEffect, useRef } from "react";

/** A key (`/`, `?`, `f`) or two in a row (`g l`), with what it does in words. */
export type Shortcut = { readonly keys: string; readonly says: string };
type Registered = Shortcut & { readonly run: () => void };

const registered: Registered[] = [];
const pairPauseMs = 1200;

/** Offers a key as long as the component is shown; where two offer the same, the newer one has it. */
export function useShortcut(keys: string, says: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const entry: Registered = { keys, says, run: () => latest.current() };
    registered.push(entry);
    return () => {
      registered.splice(registered.indexOf(entry), 1);
    };
  }, [keys, says]);
}

/** Every key that works at the moment, each once. */
export function activeShortcuts(): readonly Shortcut[] {
  return [...new Map(registered.map((entry) => [entry.keys, entry])).values()];
}

/** Listens for keys outside text fields and dialogs; returns the disposer. */
export function followShortcuts(): () => void {
  let first: { readonly key: string; readonly atMs: number } | null = null;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    const pair = first !== null && event.timeStamp - first.atMs < pairPauseMs ? `${first.key} ${event.key}` : event.key;
    first = null;
    const found = find(pair);
    if (found !== undefined) {
      event.preventDefault();
      found.run();
    } else if (registered.some((entry) => entry.keys.startsWith(`${event.key} `))) {
      first = { key: event.key, atMs: event.timeStamp };
    }
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}

function find(keys: string): Registered | undefined {
  return registered.findLast((entry) => entry.keys === keys);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog, .xterm") !== null;
}
