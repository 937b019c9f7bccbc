import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect } from "vitest";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import { VaultRefused } from "#shared/ports/vault.ts";
import { openVault } from "../../local-runtime/secrets/vault.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let reads = 0;
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    table: {
      ...platform.table,
      get(key) {
        // Only reads of keys: a rejection's data for the audit trail and event listeners is written after the answer.
        if (/^keys?#/.test(key.pk)) reads += 1;
        return platform.table.get(key);
      },
    },
  }),
});
afterAll(() => service.stop());

const use = (key: string) => service.raw("GET", recordsPath(), { key });
const masterKeyFile = `${service.dataDir}.key`;

verifies("keys:store:last-four", async () => {
  const values = [await service.aKey(), await service.anAdminKey()];
  for (const key of values) await service.raw("GET", recordsPath(), { key });
  for (const value of values) {
    const random = value.slice(3);
    for (const [name, bytes] of filesIn(service.dataDir)) {
      // Neither the value nor any nine of its characters, apart from chance.
      for (let index = 0; index + 9 <= random.length; index += 1) {
        expect(bytes.includes(random.slice(index, index + 9)), name).toBe(false);
      }
    }
    expect(rowsText()).toContain(`…${value.slice(-4)}`);
  }
});

verifies("keys:store:lookup", async () => {
  const value = await service.aKey();
  const [secretId] = await service.runtime.platform.vault.fingerprints("key", value);
  expect(await service.runtime.platform.table.get({ pk: `key#${secretId}`, sk: "pointer" })).toBeDefined();
  // Stored values don't open anything when they are sent as a key.
  const stored = [...rowsText().matchAll(/[A-Za-z0-9_-]{43,}/g)].map(([text]) => text);
  expect(stored).toContain(secretId);
  for (const text of new Set(stored)) {
    for (const key of [text, `dk_${text}`, `dk_${text.slice(0, 49)}`]) {
      expect((await use(key)).status).toBe(401);
    }
  }
});

verifies("keys:store:lookup", "the id of a value can't be computed without the master key", async () => {
  const { clock, ids, table } = service.runtime.platform;
  const unknown = openVault({ file: `${service.dataDir}.unknown`, createIfMissing: true, clock, ids });
  const withTable = withFingerprints({ storeWaitMs: 2_000, vault: unknown, table, clock, ids });
  await expect(withTable.fingerprints("key", await service.aKey())).rejects.toThrow(VaultRefused);
});

verifies("keys:store:pepper", async () => {
  const [key, adminKey] = [await service.aKey(), await service.anAdminKey()];
  const { clock, ids } = service.runtime.platform;
  const vault = openVault({ file: masterKeyFile, createIfMissing: false, clock, ids });
  const [before] = await service.runtime.platform.vault.fingerprints("key", key);
  vault.rotate();
  await service.restart();
  const [now, older] = await service.runtime.platform.vault.fingerprints("key", key);
  expect([now === before, older]).toEqual([false, before]);
  expect(await use(key)).toSucceed();
  expect((await service.raw("GET", "/svc/api/api-key", { key: adminKey })).status).toBe(200);
  expect((await service.admin("GET", `/svc/api/api-key/${key}`)).status).toBe(200);
  expect(await use(await service.aKey())).toSucceed();
});

verifies("keys:store:pepper", "the master key is next to the data folder, with no copy inside", () => {
  const secrets = readFileSync(masterKeyFile, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "");
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of secrets) {
    const raw = Buffer.from(secret, "base64");
    expect(raw.length).toBe(32);
    for (const [name, bytes] of filesIn(service.dataDir)) {
      for (const form of [raw, secret, raw.toString("base64url"), raw.toString("hex")]) {
        expect(bytes.includes(form), name).toBe(false);
      }
    }
  }
});

verifies("keys:value:checksum", "a mistyped key reaches no store", async () => {
  const [key, adminKey] = [await service.aKey(), await service.anAdminKey()];
  const mistyped = (value: string) => value.replace(/(.)(.)$/, (_, one, two) => (one === two ? `${one}-` : two + one));
  await use(mistyped(key)); // Other reads of a first call.
  const before = reads;
  expect(await use(mistyped(key))).toRefuseLikeFileMaker("key_unknown");
  expect(await service.raw("GET", "/svc/api/api-key", { key: mistyped(adminKey) })).toRefuseWith("unauthenticated");
  expect(reads).toBe(before);
});

/** Returns every file in a folder, including subfolders, with its bytes. */
function filesIn(folder: string): [string, Buffer][] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return names.map((entry) => {
    const name = join(entry.parentPath, entry.name);
    return [name, readFileSync(name)];
  });
}

/** Returns the table's whole content as text. */
function rowsText(): string {
  const database = new DatabaseSync(join(service.dataDir, "latchkey.sqlite"), { readOnly: true });
  try {
    return JSON.stringify(database.prepare("SELECT * FROM items").all());
  } finally {
    database.close();
  }
}
