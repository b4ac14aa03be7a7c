/** A name as part of a folder's name: lower-case letters, digits and single hyphens, never empty. */
export function slug(name: string, most: number): string {
  const plain = name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, most).replace(/^-+|-+$/g, "");
  return plain === "" ? "x" : plain;
}
