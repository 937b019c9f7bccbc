import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect } from "vitest";
import { openVault } from "../../local-runtime/secrets/vault.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { mistyped } from "../support/mistyped.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

// Folder of a version that derived the secrets of ids from its master keys: one key from before a rotation, two from after it.
const before = new URL("data-of-before/", import.meta.url);
const keys: { readonly data: readonly [string, string]; readonly admin: string } = JSON.parse(
  readFileSync(new URL("keys.json", before), "utf8"),
);
const folder = mkdtempSync(join(tmpdir(), "latchkey-before-"));
const dataDir = join(folder, "data");
const masterKeyFile = `${dataDir}.key`;
mkdirSync(dataDir);
cpSync(new URL("latchkey.sqlite", before), join(dataDir, "latchkey.sqlite"));
cpSync(new URL("master.key", before), masterKeyFile);
chmodSync(masterKeyFile, 0o600);

const service = await testService({ environment: { DATA_DIR: dataDir } });
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const read = (key: string) => service.raw("GET", recordsPath(), { key });

verifies("keys:store:of-before", async () => {
  for (const key of keys.data) expect(await read(key)).toSucceed();
  expect((await service.raw("GET", "/svc/api/api-key", { key: keys.admin })).status).toBe(200);
  expect((await read(mistyped(keys.data[0]))).status).toBe(401);
});

verifies("keys:store:of-before", "keys still work if the master keys of that time are gone", async () => {
  const { clock, ids } = service.runtime.platform;
  const vault = openVault({ file: masterKeyFile, createIfMissing: false, clock, ids });
  const [newest, oldest = ""] = vault.kids;
  vault.rotate();
  await service.restart();
  await service.settle();
  const made = await service.aKey();
  vault.retire(oldest);
  vault.retire(newest ?? "");
  await service.restart();
  for (const key of [...keys.data, made]) expect(await read(key)).toSucceed();
});

verifies("keys:store:pepper", "the secrets of ids are never in the table unencrypted", () => {
  const database = new DatabaseSync(join(dataDir, "latchkey.sqlite"), { readOnly: true });
  const [row] = database.prepare("SELECT * FROM items WHERE pk = 'fingerprints'").all();
  database.close();
  const { kid, secret } = masterKey();
  expect(JSON.stringify(row)).toContain(`v1.${kid}.`);
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(JSON.stringify(row)).not.toContain("purposes");
});

function masterKey() {
  const [kid = "", secret = ""] = readFileSync(masterKeyFile, "utf8").trim().split(/\s/);
  return { kid, secret };
}
