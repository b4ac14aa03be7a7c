import fc from "fast-check";
import { expect, test } from "vitest";
import { unpackMatrix, type PackedMatrix } from "../../workers/contract/matrix-wire.ts";
import type { MatrixView } from "../../workers/contract/views.ts";
import { packMatrix } from "../../workers/engine/pack-matrix.ts";

const column = (predictions: readonly number[], margins: readonly (number | null)[] | null): MatrixView["columns"][number] => ({
  runId: "r", arm: "lora", substrate: "lora", path: "peft/bf16", seed: 1, batch: "batch 1", setAside: null, state: "done", outcomes: "p".repeat(predictions.length), predictions, margins,
});
const matrix = (columns: MatrixView["columns"]): MatrixView => ({ taskHash: "a".repeat(64), items: [], labels: Array.from({ length: 50_000 }, (_, at) => `l${at}`), columns });

test("a matrix comes back as it was sent, through JSON", () => {
  const margin = fc.option(fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)), { nil: null });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1, max: 49_999 }), { maxLength: 9000 }), fc.array(margin, { maxLength: 60 }), (labels, margins) => {
      const sent = matrix([column(labels, margins), column(labels.toReversed(), null)]);
      expect(unpackMatrix(JSON.parse(JSON.stringify(packMatrix(sent))) as PackedMatrix)).toEqual(sent);
    }),
    { numRuns: 60 },
  );
});

test("a long column comes back too, and a label of a small task is one byte on the way", () => {
  const labels = Array.from({ length: 100_000 }, (_, at) => (at % 21) - 1);
  const packed = packMatrix(matrix([column(labels, null)]));
  expect(JSON.stringify(packed.columns[0]?.predictions)).toHaveLength(labels.length + 2);
  expect(unpackMatrix(packed).columns[0]?.predictions).toEqual(labels);
});

test("more labels than there are characters are refused, never sent as others", () => {
  const many = { ...matrix([]), labels: new Array<string>(60_000).fill("l") };
  expect(() => packMatrix(many)).toThrow(/at most \d+ labels/u);
});
