import { afterAll, expect, test } from "vitest";
import { keysOfFiles } from "#shared/keys/lookups/keys-of-files.ts";
import { keyStore } from "#shared/keys/store.ts";
import { systemClock } from "#shared/node/clock.ts";
import { openTable } from "../../../local-runtime/storage/table/table.ts";
import { watchedTable } from "../../support/tables/watched-table.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

interface Row {
  readonly filename: string;
  readonly keys: readonly { readonly label: string | null }[];
}

const labelsOf = async (filename: string) => {
  const { databases } = (await service.admin("GET", "/svc/api/databases")).body.response;
  return (databases as readonly Row[]).find((row) => row.filename === filename)?.keys.map(({ label }) => label);
};

verifies("files:databases:reached", "the next list shows every change of a key", async () => {
  expect(await labelsOf("Contacts.fmp12")).toEqual([]);
  await service.aKey({ databases: ["Contacts"], label: "First" });
  expect(await labelsOf("Contacts.fmp12")).toEqual(["First"]);
  expect(await service.admin("PATCH", "/svc/api/api-key/1", { label: "Renamed" })).toSucceed();
  expect(await labelsOf("Contacts.fmp12")).toEqual(["Renamed"]);
  expect(await service.admin("POST", "/svc/api/api-key/1/rotate", {})).toSucceed();
  expect(await labelsOf("Contacts.fmp12")).toHaveLength(2);
  for (const id of [1, 2]) expect(await service.admin("DELETE", `/svc/api/api-key/${id}`)).toSucceed();
  expect(await labelsOf("Contacts.fmp12")).toEqual([]);
});

test("keys are read again after a change, and not after mere use", async () => {
  const memory = openTable({ file: ":memory:", clock: systemClock, sweepSeconds: 0 });
  const refusals = { list: async () => [] };
  const table = watchedTable(memory);
  const store = keyStore(table);
  const lookup = keysOfFiles({ store, refusals });
  await store.create("data", keyNamed(1));
  for (let count = 0; count < 5; count += 1) expect((await lookup())("Contacts").count).toBe(1);
  await store.touch("data", 1, 5);
  expect((await lookup())("Contacts").count).toBe(1);
  expect(table.reads("keys#data")).toBe(1);
  await store.create("data", keyNamed(2));
  expect((await lookup())("Contacts.fmp12")).toMatchObject({ count: 2, keys: [{ id: 1 }, { id: 2 }] });
  expect((await lookup())("contacts", 1)).toMatchObject({ count: 2, keys: [{ id: 1 }] });
  expect(table.reads("keys#data")).toBe(2);
  memory.close();
});

function keyNamed(id: number) {
  return {
    ...{ schema: 2 as const, id, hint: "", secretId: `s${id}`, label: null, user: "api", sealedPass: "" },
    ...{
      createdAt: 0,
      createdBy: null,
      updatedAt: 0,
      lastUsed: null,
      endsAt: null,
      isDisabled: false,
      dayCountOf: null,
      isImported: false,
    },
    ...{ replacedBy: null, replaces: null, credentialId: "c", database: null, databases: ["Contacts"] },
    ...{ allowAnyDatabase: false, isDataApi: true, isOData: false, limits: null },
  };
}
