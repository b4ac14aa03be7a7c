import { useEffect } from "react";
import { engine } from "../engine-client.ts";

/** Hands over what a job prints, from its beginning, each byte once even when the connection breaks in between. */
export function useTerminal(jobId: string, write: (text: string) => void): void {
  useEffect(() => {
    let seen = 0;
    const subscription = engine.queue.terminal.subscribe(
      { jobId, offset: 0 },
      {
        onData: ({ offset, text }) => {
          if (offset <= seen) return;
          write(unseenPart(text, offset, seen));
          seen = offset;
        },
        onError: (error) => write(`${error.message}\r\n`),
      },
    );
    return () => subscription.unsubscribe();
  }, [jobId, write]);
}

function unseenPart(text: string, offset: number, seen: number): string {
  const bytes = new TextEncoder().encode(text);
  const overlap = seen - (offset - bytes.length);
  return overlap <= 0 ? text : new TextDecoder().decode(bytes.subarray(overlap));
}
