/** The system's code of an error (`ENOENT`, `EACCES`), or its message where it has none. */
export function errorCode(error: unknown): string {
  if (error instanceof Error) return "code" in error && typeof error.code === "string" ? error.code : error.message;
  return String(error);
}
