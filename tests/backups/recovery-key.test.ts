import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { newRecoveryKey, recoveryKeyGroups, recoveryKeyIn, recoveryKeyText } from "#shared/blocks/recovery-key.ts";
import { verifies } from "../support/verifies.ts";

verifies("backups:recovery-key:typed", async () => {
  for (const key of [Buffer.alloc(32), Buffer.alloc(32, 0xff), newRecoveryKey(randomBytes)]) {
    const text = recoveryKeyText(key);
    expect(recoveryKeyGroups(text)).toHaveLength(16);
    expect(recoveryKeyIn(text).equals(key)).toBe(true);
    const typed = text.toLowerCase().replaceAll("1", "l").replaceAll("0", "o").replaceAll("-", " ");
    expect(recoveryKeyIn(` ${typed}\n`).equals(key)).toBe(true);
    const lines = text.split("\n");
    for (const [index, line] of lines.entries()) {
      const other = line.startsWith("7") ? "8" : "7";
      const mistyped = lines.with(index, `${other}${line.slice(1)}`).join("\n");
      expect(() => recoveryKeyIn(mistyped)).toThrow(`Line ${index + 1} of the recovery key has a typo`);
    }
    // Lines in a different order are a different key.
    expect(() => recoveryKeyIn([lines[1], lines[0], lines[2], lines[3]].join("\n"))).toThrow("Line 1");
  }
  expect(() => recoveryKeyIn("abcd")).toThrow("16 groups of 4");
  expect(() => recoveryKeyIn("U".repeat(64))).toThrow('can\'t contain "U"');
});
