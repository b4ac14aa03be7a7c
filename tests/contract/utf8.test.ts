import { describe, expect, it } from "vitest";
import { decodeUtf8 } from "../../workers/contract/utf8.ts";

describe("reading bytes as UTF-8", () => {
  it("reads text and drops a byte order mark", () => {
    expect(decodeUtf8(new TextEncoder().encode("\uFEFFnaïve\n"), "f")).toEqual({ kind: "text", text: "naïve\n" });
  });

  it("names the first line that is not UTF-8", () => {
    const latin1 = Uint8Array.from(Buffer.from("eins\nzwei\nfür\n", "latin1"));
    expect(decodeUtf8(latin1, "items.jsonl")).toEqual({
      kind: "problems",
      problems: [{ file: "items.jsonl", line: 3, column: null, field: "", message: "The file is not UTF-8.", fix: "Save it again with the encoding UTF-8." }],
    });
  });

  it("recognises UTF-16", () => {
    expect(decodeUtf8(Uint8Array.from([0xff, 0xfe, 0x61, 0x00]), "f")).toMatchObject({ problems: [{ line: 1, message: "The file is UTF-16, not UTF-8." }] });
  });
});
