import { z } from "zod";

/** Anything but line ends, control characters, and the marks that turn the direction of what follows. */
const plain = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;

/** A name of 1 to 120 letters that stays on its line wherever it is shown. */
export const oneLine = z.string().trim().min(1).max(120).regex(plain, { error: "Keep it on one line, without control characters." });
