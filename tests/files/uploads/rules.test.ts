import fc from "fast-check";
import { expect, test } from "vitest";
import { maxParts, smallestPartBytes } from "#shared/files/uploads/contract.ts";
import { partName, partNamed } from "#shared/files/uploads/part-names.ts";
import { partBytesFor, partsOf, refusalOf } from "#shared/files/uploads/rules.ts";
import { verifies } from "../../support/verifies.ts";

const sizes = fc.integer({ min: 1, max: 2_000_000_000_000 });

test("parts follow each other without gaps, cover the file, and are never too many", () => {
  fc.assert(
    fc.property(sizes, (sizeBytes) => {
      const partBytes = partBytesFor(sizeBytes);
      const parts = partsOf({ sizeBytes, partBytes });
      expect(parts.length).toBeLessThanOrEqual(maxParts);
      expect(partBytes).toBeGreaterThanOrEqual(smallestPartBytes);
      let end = 0;
      for (const [index, part] of parts.entries()) {
        expect(part.number).toBe(index + 1);
        expect(part.offset).toBe(end);
        expect(part.sizeBytes).toBeGreaterThan(0);
        if (index < parts.length - 1) expect(part.sizeBytes).toBe(partBytes);
        end += part.sizeBytes;
      }
      expect(end).toBe(sizeBytes);
    }),
  );
});

test("the name of a part's blob identifies its owner", () => {
  const part = { keyId: 41, id: "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24", number: 7 };
  expect(partNamed(partName(part))).toEqual(part);
  for (const name of ["uploads/x", "uploads/1/2/0001", "exports/1/01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24/0001"])
    expect(partNamed(name)).toBeUndefined();
});

verifies("files:upload:limits", "a key can hold at most 100 unfinished uploads and its share of bytes", () => {
  const limits = { largestBytes: 60, keyBytes: 100 };
  const living = (...all: number[]) => all.map((sizeBytes) => ({ sizeBytes, etags: null }));
  const finished = (count: number) => Array.from({ length: count }, () => ({ sizeBytes: 0, etags: ["a"] }));
  expect(refusalOf(60, [], limits)).toBeUndefined();
  expect(refusalOf(61, [], limits)).toBe("upload_too_large");
  expect(refusalOf(40, living(60), limits)).toBeUndefined();
  expect(refusalOf(41, living(60), limits)).toBe("uploads_exhausted");
  expect(refusalOf(1, living(...Array<number>(99).fill(0)), limits)).toBeUndefined();
  expect(refusalOf(1, living(...Array<number>(100).fill(0)), limits)).toBe("uploads_exhausted");
  expect(refusalOf(1, [...living(...Array<number>(99).fill(0)), ...finished(500)], limits)).toBeUndefined();
  expect(refusalOf(1, finished(10_000), limits)).toBe("uploads_exhausted");
  // A key whose limit is smaller than the largest upload can never complete that upload, however long it waits.
  expect(refusalOf(50, living(1), { largestBytes: 60, keyBytes: 40 })).toBe("upload_too_large");
});
