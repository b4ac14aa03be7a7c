import { randomBytes } from "node:crypto";

/** 32 letters and digits that are not mistaken for each other. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** Eight random letters and digits: 40 bits, fit for a folder's name. */
export function newId(): string {
  return Array.from(randomBytes(8), (byte) => letters[byte % 32]).join("");
}
