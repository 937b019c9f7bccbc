import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import * as z from "zod";
import { keepPrivately, readPrivately } from "../../local-agent/disk/private-file.ts";
import { verifies } from "../support/verifies.ts";

const top = mkdtempSync(join(tmpdir(), "latchkey-private-"));
const path = join(top, "agent", "identity.json");
afterAll(() => rmSync(top, { recursive: true, force: true }));
const read = () => readPrivately(path, z.object({ privateKey: z.string() }), "Enroll again.");
const modeOf = (place: string) => statSync(place).mode & 0o777;

verifies("agent:keys:private", async () => {
  expect(read()).toBeUndefined();
  keepPrivately(path, { privateKey: "one" });
  expect([modeOf(path), modeOf(join(top, "agent"))]).toEqual([0o600, 0o700]);
  expect(read()).toEqual({ privateKey: "one" });
});

verifies("agent:keys:private", "a draft left by a crash with public permissions isn't written to", async () => {
  writeFileSync(`${path}.new`, "half of", { mode: 0o644 });
  chmodSync(`${path}.new`, 0o644);
  keepPrivately(path, { privateKey: "two" });
  expect(modeOf(path)).toBe(0o600);
  expect(read()).toEqual({ privateKey: "two" });
  expect(existsSync(`${path}.new`)).toBe(false);
});

verifies(
  "agent:keys:private",
  "a file that others can read is no longer secret, and is rejected with a remedy",
  async () => {
    chmodSync(path, 0o640);
    expect(() => read()).toThrow(`${path} has a private key and is readable by others: run chmod 600 on it`);
  },
);
