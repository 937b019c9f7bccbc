import { createDecipheriv, hkdfSync } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { afterAll, expect } from "vitest";
import { passContext } from "#shared/keys/store.ts";
import { type SealContext, VaultRefused } from "#shared/ports/vault.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { storedRows } from "../support/tables/stored-rows.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const { vault, table } = service.runtime.platform;
const masterKeyFile = `${service.dataDir}.key`;
const partsOf = (sealed: string) => {
  const [version = "", kid = "", wrapped = "", text = ""] = sealed.split(".");
  return {
    version,
    kid,
    wrapped: Buffer.from(wrapped, "base64url"),
    text: Buffer.from(text, "base64url"),
    dataKey: wrapped,
  };
};
const sealedOf = (kind: "data" | "admin", id: number) =>
  String(storedRows(service.dataDir, `keys#${kind}`).find(({ fields }) => fields.id === id)?.fields.sealedPass);

verifies("secrets:sealed:envelope", async () => {
  await service.aKey();
  await service.anAdminKey();
  expect(opened(sealedOf("data", 1), passContext("data", 1))).toBe("demo-pass");
  expect(opened(sealedOf("admin", 1), passContext("admin", 1))).toBe("admin-pass");
});

verifies(
  "secrets:sealed:envelope",
  "a nonce is used once, for data keys and for the values that they encrypt",
  async () => {
    const context = { kind: "data-key", item: "keys#data|1", field: "sealedPass" };
    const nonces = new Set<string>();
    const wrappings = new Map<string, string>();
    for (let count = 0; count < 500; count += 1) {
      if (count % 50 === 0) await service.turn(6 * 60_000);
      const { wrapped, text } = partsOf(await vault.seal("demo-pass", context));
      nonces.add(text.subarray(0, 12).toString("hex"));
      wrappings.set(wrapped.toString("hex"), wrapped.subarray(0, 12).toString("hex"));
    }
    expect(nonces.size).toBe(500);
    expect(wrappings.size).toBe(10);
    expect(new Set(wrappings.values()).size).toBe(10);
  },
);

verifies("secrets:sealed:bound", async () => {
  const sealed = await vault.seal("demo-pass", passContext("data", 7));
  expect(await vault.open(sealed, passContext("data", 7))).toBe("demo-pass");
  for (const elsewhere of [
    passContext("data", 8),
    passContext("admin", 7),
    { ...passContext("data", 7), field: "label" },
    { kind: "data-key", item: "native#7|session", field: "sealedPrivateToken" },
  ]) {
    await expect(vault.open(sealed, elsewhere)).rejects.toThrow(VaultRefused);
  }
});

verifies("secrets:sealed:bound", "under another key version it can't be decrypted either", async () => {
  const context = passContext("data", 7);
  const before = await vault.seal("demo-pass", context);
  const rotated = service.runtime.platform.vault as typeof vault & { rotate(): void };
  rotated.rotate();
  const after = await vault.seal("demo-pass", context);
  const [one, two] = [partsOf(before), partsOf(after)];
  expect(one.kid).not.toBe(two.kid);
  const swapped = before.replace(one.kid, two.kid);
  await expect(vault.open(swapped, context)).rejects.toThrow(VaultRefused);
  await expect(vault.open(before.replace(one.kid, "elsewhere"), context)).rejects.toThrow(VaultRefused);
  expect(await vault.open(before, context)).toBe("demo-pass");
});

verifies("secrets:sealed:bound", "a password that was moved to another key's record is useless", async () => {
  const [mine, other] = [await service.aKey(), await service.aKey({ user: "readonly", pass: "readonly-pass" })];
  const [row, target] = storedRows(service.dataDir, "keys#data").slice(-2);
  if (row === undefined || target === undefined) throw new Error("Two keys leave two rows");
  await table.update(target, { set: { sealedPass: String(row.fields.sealedPass) } });
  await service.turn(60_000);
  const { logins, failedLogins } = service.sandbox.counters;
  const answer = await service.raw("GET", recordsPath(), { key: other });
  expect(answer).toRefuseLikeFileMaker("internal");
  expect(service.sandbox.counters).toMatchObject({ logins, failedLogins });
  expect(await service.raw("GET", recordsPath(), { key: mine })).toSucceed();
});

verifies("secrets:sealed:data-key", async () => {
  const context = { kind: "data-key", item: "x", field: "y" };
  const dataKey = async () => partsOf(await vault.seal("s", context)).dataKey;
  await service.turn(6 * 60_000);
  const first = await dataKey();
  await service.turn(4 * 60_000);
  expect(await dataKey()).toBe(first);
  await service.turn(60_001);
  const second = await dataKey();
  expect(second).not.toBe(first);

  const uses = new Map<string, number>([[second, 1]]);
  for (let count = 1; count < 10_002; count += 1) {
    const key = await dataKey();
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  expect(uses.get(second)).toBe(10_000);
  expect([...uses.values()]).toEqual([10_000, 2]);
});

verifies("secrets:sealed:master-key", () => {
  expect(existsSync(masterKeyFile)).toBe(true);
  expect(statSync(masterKeyFile).mode & 0o777).toBe(0o600);
  expect(relative(service.dataDir, masterKeyFile)).toMatch(/^\.\./);
  expect(dirname(masterKeyFile)).toBe(dirname(service.dataDir));
});

/** Opens a sealed value by its documented format, using none of the product's code. */
function opened(sealed: string, { item, field }: SealContext): string {
  const { version, kid, wrapped, text } = partsOf(sealed);
  expect(version).toBe("v1");
  const lines = readFileSync(masterKeyFile, "utf8").trim().split("\n");
  const secret = lines.find((line) => line.startsWith(`${kid} `))?.split(" ")[1] ?? "";
  const wrapKey = Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64"), "", "latchkey wrap", 32));
  const dataKey = gcm(wrapKey, wrapped, JSON.stringify(["data key", kid]));
  expect(dataKey.length).toBe(32);
  return gcm(dataKey, text, JSON.stringify(["sealed", item, field, kid])).toString();
}

/** Decrypts AES-256-GCM: 12 bytes of nonce, the text, 16 bytes of tag. */
function gcm(key: Buffer, text: Buffer, bound: string): Buffer {
  const cipher = createDecipheriv("aes-256-gcm", key, text.subarray(0, 12), { authTagLength: 16 });
  cipher.setAAD(Buffer.from(bound)).setAuthTag(text.subarray(-16));
  return Buffer.concat([cipher.update(text.subarray(12, -16)), cipher.final()]);
}
