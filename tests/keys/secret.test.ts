import fc from "fast-check";
import { expect, test } from "vitest";
import { importedKeyKind, type KeyKind } from "#shared/contract/values/api-key.ts";
import { newSecret, secretHint, secretKind } from "#shared/keys/secret.ts";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { verifies } from "../support/verifies.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ids = systemIds(systemClock);
const Kind = fc.constantFrom<KeyKind>("data", "admin");
/** Keys made from chosen random bytes. */
const AKey = fc
  .tuple(Kind, fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([kind, bytes]) => newSecret(kind, { ...ids, bytes: () => bytes }));

verifies("keys:value:form", () => {
  fc.assert(
    fc.property(Kind, fc.uint8Array({ minLength: 32, maxLength: 32 }), (kind, bytes) => {
      const asked: number[] = [];
      const value = newSecret(kind, {
        ...ids,
        bytes: (count) => {
          asked.push(count);
          return bytes;
        },
      });
      expect(asked).toEqual([32]);
      expect(value).toMatch(kind === "data" ? /^dk_[0-9A-Za-z]{49}$/ : /^ak_[0-9A-Za-z]{49}$/);
      expect(secretKind(value)).toBe(kind);
      // The key contains all 256 bits: they can be read back.
      expect(numberIn(value.slice(3, 46))).toBe(BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
    }),
  );
});

verifies("keys:value:form", "the last six characters of a key are the CRC32 of those before them", () => {
  fc.assert(
    fc.property(AKey, (value) => {
      expect(numberIn(value.slice(-6))).toBe(BigInt(crc32(value.slice(0, -6))));
    }),
  );
});

verifies("keys:value:form", "all keys are different", () => {
  const values = Array.from({ length: 1000 }, () => newSecret("data", ids));
  expect(new Set(values).size).toBe(1000);
});

verifies("keys:value:checksum", "every change of one character is detected", () => {
  fc.assert(
    fc.property(AKey, fc.nat(51), fc.nat(61), (value, place, digit) => {
      const other = digits[digit] as string;
      fc.pre(value[place] !== other);
      expect(secretKind(value.slice(0, place) + other + value.slice(place + 1))).toBeUndefined();
    }),
    { numRuns: 5000 },
  );
});

verifies("keys:value:checksum", "every swap of two adjacent characters is detected", () => {
  fc.assert(
    fc.property(AKey, fc.integer({ min: 0, max: 50 }), (value, place) => {
      const [one = "", two = ""] = value.slice(place, place + 2);
      fc.pre(one !== two);
      expect(secretKind(value.slice(0, place) + two + one + value.slice(place + 2))).toBeUndefined();
    }),
    { numRuns: 5000 },
  );
});

verifies("keys:value:checksum", "a truncated, extended, or decorated key is invalid", () => {
  fc.assert(
    fc.property(AKey, fc.string({ minLength: 1, maxLength: 5 }), fc.nat(51), (value, extra, place) => {
      expect(secretKind(value + extra)).toBeUndefined();
      expect(secretKind(extra + value)).toBeUndefined();
      // A shorter beginning has the form of an imported key, which has no checksum.
      const short = value.slice(0, place);
      expect(secretKind(short)).toBe(importedKeyKind(short));
      if (place < 27 || place > 43) expect(secretKind(short)).toBeUndefined();
      expect(secretKind(value.slice(0, place) + extra + value.slice(place + 1))).toSatisfy(
        (kind) => kind === undefined || extra === value[place],
      );
    }),
  );
});

verifies("keys:value:checksum", "no other text is accepted as a key, with any content", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      expect(secretKind(text)).toBe(importedKeyKind(text));
      expect(secretKind(`dk_${text}`)).toBe(importedKeyKind(`dk_${text}`));
    }),
    { numRuns: 2000 },
  );
});

verifies("keys:admin:prefix", () => {
  for (let count = 0; count < 100; count += 1) expect(newSecret("admin", ids)).toMatch(/^ak_/);
});

test("a hint shows the kind and the last four characters", () => {
  const value = newSecret("admin", ids);
  expect(secretHint(value)).toBe(`ak_…${value.slice(48)}`);
});

function numberIn(text: string): bigint {
  let number = 0n;
  for (const digit of text) number = number * 62n + BigInt(digits.indexOf(digit));
  return number;
}

/** Calculates CRC-32 as ISO 3309 defines it, bit by bit. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
