import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { useCallback, useEffect, useRef } from "react";
import type { JobView } from "../../../workers/contract/views.ts";
import { useTerminal } from "../../client/hooks/terminal.ts";
import { jobName } from "../../components/state-words.ts";
import { useTheme } from "../../stores/theme.ts";
import styles from "./terminal-pane.module.css";

const jobColumns = 120;
const largestFontPx = 12;
const smallestFontPx = 7;
/** Width of a letter of IBM Plex Mono in its size. */
const monoAdvance = 0.6;
const paddingAndScrollbarPx = 32;

/** What a job prints, live; for people only, nothing in the lab depends on it. */
export function TerminalPane({ jobId, job }: { readonly jobId: string; readonly job: JobView | null }) {
  const holder = useRef<HTMLDivElement>(null);
  const write = useXterm(holder);
  useTerminal(jobId, write);
  return (
    <aside className={styles["pane"]} aria-label="Terminal">
      <h2>
        {job === null ? "Terminal" : `${jobName(job)} ${job.kind}`} <small>{job === null ? jobId : job.experimentName}</small>
      </h2>
      <div ref={holder} className={styles["terminal"]} />
    </aside>
  );
}

function useXterm(holder: { readonly current: HTMLDivElement | null }): (text: string) => void {
  const terminal = useRef<Terminal | null>(null);
  const early = useRef("");
  const theme = useTheme();
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const xterm = new Terminal({ disableStdin: true, fontFamily: '"IBM Plex Mono", monospace', fontSize: largestFontPx, scrollback: 5000, cursorBlink: false, cursorInactiveStyle: "none" });
    const fit = new FitAddon();
    xterm.loadAddon(fit);
    xterm.open(element);
    xterm.attachCustomKeyEventHandler((event) => scrollByKey(xterm, event));
    const observer = new ResizeObserver(() => fitInto(xterm, fit, element));
    observer.observe(element);
    xterm.write(early.current);
    terminal.current = xterm;
    return () => {
      observer.disconnect();
      terminal.current = null;
      xterm.dispose();
    };
  }, [holder]);
  useEffect(() => {
    if (terminal.current !== null) terminal.current.options.theme = inks();
  }, [theme]);
  return useCallback((text: string) => {
    // React's strict mode opens the terminal twice; what came before the second opening is written again.
    early.current = (early.current + text).slice(-200_000);
    terminal.current?.write(text);
  }, []);
}

/** Jobs print for 120 columns: the letters shrink until those fit, so that progress bars keep their shape. */
function fitInto(xterm: Terminal, fit: FitAddon, element: HTMLElement): void {
  const room = element.clientWidth - paddingAndScrollbarPx;
  xterm.options.fontSize = Math.max(smallestFontPx, Math.min(largestFontPx, Math.floor((room / jobColumns / monoAdvance) * 4) / 4));
  const rows = fit.proposeDimensions()?.rows;
  if (rows !== undefined && Number.isFinite(rows)) xterm.resize(jobColumns, Math.max(2, rows));
}

/** Nothing is typed here: keys scroll, and Tab leads on to the next control. */
function scrollByKey(xterm: Terminal, event: KeyboardEvent): boolean {
  if (event.type !== "keydown") return false;
  if (event.key === "PageUp") xterm.scrollPages(-1);
  if (event.key === "PageDown") xterm.scrollPages(1);
  return (event.ctrlKey || event.metaKey) && event.key === "c" && xterm.hasSelection();
}

function inks() {
  const style = getComputedStyle(document.documentElement);
  const ink = (name: string) => style.getPropertyValue(name).trim();
  const foreground = ink("--on-terminal");
  return {
    background: ink("--terminal"), foreground, cursor: foreground, selectionBackground: ink("--line-strong"),
    black: ink("--ink"), white: ink("--soft"), brightBlack: ink("--faint"), brightWhite: foreground,
    blue: ink("--gain"), brightBlue: ink("--gain"), cyan: ink("--accent"), brightCyan: ink("--accent"),
    yellow: ink("--on-warn"), brightYellow: ink("--on-warn"), red: ink("--on-warn"), brightRed: ink("--on-warn"),
    green: ink("--gain"), brightGreen: ink("--gain"), magenta: ink("--soft"), brightMagenta: ink("--soft"),
  };
}
