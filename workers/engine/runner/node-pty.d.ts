// The package's own types declare another module name (`@lydell/node-pty`); this says what is used of it.
declare module "node-pty" {
  export type Pty = {
    readonly pid: number;
    readonly onData: (listener: (text: string) => void) => { dispose(): void };
    readonly onExit: (listener: (exit: { exitCode: number; signal?: number }) => void) => { dispose(): void };
  };
  export function spawn(
    file: string,
    args: string[],
    options: { name: string; cols: number; rows: number; cwd: string; env: Record<string, string> },
  ): Pty;
}
