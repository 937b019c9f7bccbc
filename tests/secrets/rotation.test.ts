import { afterAll, expect, test } from "vitest";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { openVault } from "../../local-runtime/secrets/vault.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { storedRows } from "../support/tables/stored-rows.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let conflicts = 0;
const service = await testService({ decorate: (platform) => ({ ...platform, table: conflicting(platform.table) }) });
afterAll(() => service.stop());

const masterKeyFile = `${service.dataDir}.key`;
const openFile = () => {
  const { clock, ids } = service.runtime.platform;
  return openVault({ file: masterKeyFile, createIfMissing: false, clock, ids });
};
const sealedValues = () => storedRows(service.dataDir, "keys#").map(({ fields }) => String(fields.sealedPass));
const create = (body: object) =>
  service.admin("POST", "/svc/api/api-key", { user: "api", pass: "demo-pass", databases: ["Contacts"], ...body });

verifies("secrets:rotation:rewrapped", async () => {
  const [key, other, adminKey] = [
    await service.aKey(),
    await service.aKey({ label: "other" }),
    await service.anAdminKey(),
  ];
  const before = sealedValues();
  expect(before).toHaveLength(3);
  openFile().rotate();
  await service.restart();
  await service.settle();

  const vault = openFile();
  const [newest, old] = vault.kids;
  expect(sealedValues().map((sealed) => vault.isCurrent(sealed))).toEqual([true, true, true]);
  for (const sealed of sealedValues()) expect(sealed).toContain(`.${newest}`.slice(1));
  vault.retire(String(old));
  // Current values need no older master key, and neither do their lookup secrets, which are sealed again, too.
  expect(await passwords(vault)).toEqual(["admin-pass", "demo-pass", "demo-pass"]);
  for (const value of [key, other]) expect(await service.raw("GET", recordsPath(), { key: value })).toSucceed();
  expect((await service.raw("GET", "/svc/api/api-key", { key: adminKey })).status).toBe(200);
});

verifies(
  "secrets:rotation:rewrapped",
  "before that, values encrypted with the previous version can still be decrypted",
  async () => {
    const key = await service.aKey({ user: "readonly", pass: "readonly-pass" });
    const vault = service.runtime.platform.vault as ReturnType<typeof openFile> & Vault;
    vault.rotate();
    expect(sealedValues().some((sealed) => !vault.isCurrent(sealed))).toBe(true);
    expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  },
);

verifies("secrets:rotation:rewrapped", "keys of one account stay keys of one account", async () => {
  const options = { user: "Admin", pass: "full-access-pass", label: "before" };
  const { id, key } = (await create(options)).body.response;
  const vault = service.runtime.platform.vault as ReturnType<typeof openFile> & Vault;
  vault.rotate();
  const early = await create({ ...options, returnExisting: true });
  expect(early).toRefuseWith("key_exists");
  expect(early.body.response.id).toBe(id);
  await service.restart();
  await service.settle();
  expect(await create({ ...options, returnExisting: true })).toRefuseWith("key_exists");
  // A later key of the account shares its sessions with the earlier key.
  const later = await service.aKey(options);
  const { logins } = service.sandbox.counters;
  for (const value of [key, later]) expect(await service.raw("GET", recordsPath(), { key: value })).toSucceed();
  expect(service.sandbox.counters.logins - logins).toBe(1);
});

verifies("secrets:rotation:rewrapped", "a concurrent edit is kept", async () => {
  const key = await service.aKey({ label: "edited" });
  openFile().rotate();
  conflicts = 3;
  await service.restart();
  await service.settle();
  expect(conflicts).toBe(0);
  const vault = openFile();
  expect(sealedValues().every((sealed) => vault.isCurrent(sealed))).toBe(true);
  expect((await service.admin("GET", `/svc/api/api-key/${key}`)).body.response.label).toBe("edited");
});

verifies("secrets:rotation:rewrapped", "a key in the old format gets the credential id of its account", async () => {
  const key = await service.aKey({ label: "was old" });
  const [row] = storedRows(service.dataDir, "keys#data").filter(({ fields }) => fields.label === "was old");
  if (row === undefined) throw new Error("A key leaves a row");
  const { credentialId, databases: _databases, allowAnyDatabase: _any, ...fields } = row.fields;
  const old = { ...fields, schema: 1, database: "Contacts.fmp12" };
  await service.runtime.platform.table.put({ pk: row.pk, sk: row.sk, fields: old });
  await service.restart();
  await service.settle();
  const [after] = storedRows(service.dataDir, "keys#data").filter(({ sk }) => sk === row.sk);
  expect(after?.fields).toMatchObject({ schema: 2, credentialId });
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
});

test("a password that no master key can decrypt is reported with its key, and delays no other", async () => {
  const [lost, kept] = [await service.aKey({ label: "lost" }), await service.aKey({ label: "kept" })];
  const [row] = storedRows(service.dataDir, "keys#data").filter(({ fields }) => fields.label === "lost");
  if (row === undefined) throw new Error("A key leaves a row");
  const sealedPass = String(row.fields.sealedPass).replace(/^v1\.[^.]+/, "v1.gone");
  await service.runtime.platform.table.update({ pk: row.pk, sk: row.sk }, { set: { sealedPass } });
  openFile().rotate();
  await service.restart();
  await service.settle();
  expect(await service.logs()).toMatch(
    new RegExp(`No master key can decrypt the secrets of: data key ${row.fields.id}"`),
  );
  expect(await service.raw("GET", recordsPath(), { key: kept })).toSucceed();
  expect(await service.raw("GET", recordsPath(), { key: lost })).toRefuseLikeFileMaker("internal");
});

/** Returns the passwords of the stored keys, as this vault opens them. */
async function passwords(vault: ReturnType<typeof openFile>): Promise<string[]> {
  const rows = storedRows(service.dataDir, "keys#");
  return Promise.all(
    rows.map(({ pk, sk, fields }) =>
      vault.open(String(fields.sealedPass), { kind: "data-key", item: `${pk}|${sk}`, field: "sealedPass" }),
    ),
  );
}

/** Returns a table in which another writer is faster as often as a test sets. */
function conflicting(table: Table): Table {
  return {
    ...table,
    async transact(writes) {
      const isEdit = writes.some(
        (write) => "put" in write && write.put.pk.startsWith("keys#") && typeof write.condition === "object",
      );
      if (conflicts > 0 && isEdit) {
        conflicts -= 1;
        throw new ConditionFailed();
      }
      return table.transact(writes);
    },
  };
}
