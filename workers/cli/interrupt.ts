/** The next Ctrl-C (or SIGTERM), and how to stop waiting for it. */
export function onInterrupt(): { readonly happened: Promise<void>; readonly forget: () => void } {
  let happen: () => void = () => undefined;
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  process.once("SIGINT", happen);
  process.once("SIGTERM", happen);
  return {
    happened,
    forget: () => {
      process.off("SIGINT", happen);
      process.off("SIGTERM", happen);
    },
  };
}
