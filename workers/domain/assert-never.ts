/** Ends every switch over a union: a state that was forgotten is a compile error, and a thrown bug at run time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
