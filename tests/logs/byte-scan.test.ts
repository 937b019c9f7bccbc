import fc from "fast-check";
import { expect } from "vitest";
import { byteScan, maxTextBytes } from "#shared/logs/reading/scan/byte-scan.ts";
import { verifies } from "../support/verifies.ts";

const few = fc.array(fc.constantFrom(..."abAB[{ \n"), { maxLength: 200 }).map((letters) => letters.join(""));
const places = (length: number) => fc.tuple(fc.nat(length - 1), fc.nat(length - 1));
const sought = few
  .filter((text) => text !== "")
  .map((text) => text.slice(0, 5))
  .chain((text) => fc.tuple(fc.constant(text), places(text.length)));

verifies("logs:search:bytes", "text is found where the system's own search finds it, in any context", async () => {
  fc.assert(
    fc.property(sought, few, ([text, at], bytes) => {
      const scan = byteScan(Buffer.from(text), true, at);
      expect(scan.firstIn(Buffer.from(bytes))).toBe(bytes.indexOf(text));
    }),
    { numRuns: 500 },
  );
});

verifies("logs:search:bytes", "case-insensitively for letters only", async () => {
  fc.assert(
    fc.property(sought, few, ([text, at], bytes) => {
      const scan = byteScan(Buffer.from(text.toLowerCase()), false, at);
      expect(scan.firstIn(Buffer.from(bytes))).toBe(bytes.toLowerCase().indexOf(text.toLowerCase()));
    }),
    { numRuns: 500 },
  );
  // Characters that differ by the same bit as upper and lower case letters.
  expect(byteScan(Buffer.from("a["), false, [0, 1]).firstIn(Buffer.from("A{"))).toBe(-1);
});

verifies("logs:search:bytes", "bytes of any value, at any end, in growing and shrinking blocks", async () => {
  const text = Uint8Array.of(0xff, 0x00, 0xc3, 0xbc);
  const scan = byteScan(text, true, [1, 3]);
  for (const length of [4, 15, 16, 17, 31, 200_000, 5, 3_000_000, 64]) {
    const bytes = new Uint8Array(length);
    expect(scan.firstIn(bytes)).toBe(-1);
    // The end of a longer text before it isn't found again, and a text that crosses the boundary of a scanned block is found.
    for (const place of [length - 4, Math.floor(length / 2) - 2, 262_143, 262_141, 0].filter(
      (one) => one >= 0 && one <= length - 4,
    )) {
      bytes.set(text, place);
      expect([length, scan.firstIn(bytes)]).toEqual([length, place]);
    }
  }
  expect(scan.firstIn(text.subarray(0, 3))).toBe(-1);
  const long = new Uint8Array(maxTextBytes).fill(7);
  expect(byteScan(long, true, [0, maxTextBytes - 1]).firstIn(Buffer.concat([Uint8Array.of(1), long]))).toBe(1);
});
