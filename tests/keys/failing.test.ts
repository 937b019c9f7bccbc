import { afterAll, beforeEach, expect } from "vitest";
import type { Table } from "#shared/ports/table.ts";
import type { LiveWorld } from "../../sandbox/fmserver/world/live/live-world.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let [reads, writes] = [0, 0];
const service = await testService({ decorate: (platform) => ({ ...platform, table: counted(platform.table) }) });
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const minutes = 60_000;
const use = (key: string, file = "Contacts.fmp12") => service.raw("GET", recordsPath(file), { key });
const queried = (key: string) => service.raw("GET", "/svc/fmi/odata/v4/Contacts/Contacts?$top=1", { key });
const read = async (key: string, kind = "api-key") => {
  await service.settle();
  service.sandbox.faults.clear(); // The test reads with an account, which the faults would reject.
  return (await service.admin("GET", `/svc/api/${kind}/${key}`)).body.response;
};
/** Ends the sessions of a key: its next call logs in. */
const withoutSession = async (key: string) => {
  expect(await service.admin("POST", `/svc/api/api-key/${key}/logout`)).toSucceed();
};
const refuse = async (key: string) => {
  await withoutSession(key);
  service.sandbox.faults.set({ kind: "wrongPassword" });
  expect(await use(key)).toRefuseLikeFileMaker("stored_credentials_refused");
};

verifies("keys:failing:shown", async () => {
  const key = await service.aKey({ databases: ["Contacts", "Orders"] });
  expect(await read(key)).toMatchObject({ failing_since: null, failing_files: [] });
  const before = service.clock.now();
  await refuse(key);
  const row = await read(key);
  expect(row.failing_files).toEqual(["Contacts.fmp12"]);
  expect(Date.parse(row.failing_since)).toBeGreaterThanOrEqual(before);
  const { "api-keys": rows } = (await service.admin("GET", "/svc/api/api-key")).body.response;
  expect(rows).toContainEqual(row);

  await service.turn(20 * minutes);
  service.sandbox.faults.set({ kind: "wrongPassword" });
  expect(await use(key)).toRefuseLikeFileMaker("stored_credentials_refused");
  expect(await use(key, "Orders.fmp12")).toRefuseLikeFileMaker("stored_credentials_refused");
  expect(await read(key)).toMatchObject({
    failing_since: row.failing_since,
    failing_files: ["Contacts.fmp12", "Orders.fmp12"],
  });
  await service.restart();
  expect(await read(key)).toMatchObject({ failing_since: row.failing_since });
  const { database } = (await service.admin("GET", "/svc/api/databases/Orders")).body.response;
  expect(database.keys.find(({ id }: { id: number }) => id === row.id)).toMatchObject({ isFailing: true });
});

verifies("keys:failing:shown", "through OData as well", async () => {
  const key = await service.aKey({ isDataApi: false, isOData: true, user: "Admin", pass: "full-access-pass" });
  service.sandbox.faults.set({ kind: "status", status: 401, code: "212", path: "/odata/" });
  expect(await queried(key)).toRefuseLikeOData("stored_credentials_refused");
  expect(await read(key)).toMatchObject({ failing_since: expect.any(String), failing_files: ["Contacts.fmp12"] });
  service.sandbox.faults.clear();
  await service.turn(minutes);
  expect((await queried(key)).status).toBe(200);
  expect(await read(key)).toMatchObject({ failing_since: null, failing_files: [] });
});

verifies("keys:failing:shown", "an Admin API Key, until its account is accepted again", async () => {
  const key = await service.anAdminKey();
  const call = () => service.raw("GET", "/svc/fmi/admin/v2/databases", { key });
  await service.turn(20 * minutes); // Past the lifetime of other tests' sessions.
  service.sandbox.faults.set({ kind: "wrongPassword" });
  expect(await call()).toRefuseLikeAdminApi("stored_credentials_refused");
  const row = await read(key, "admin-api-key");
  expect(row.failing_since).toEqual(expect.any(String));
  const { "api-keys": rows } = (await service.admin("GET", "/svc/api/admin-api-key")).body.response;
  expect(rows).toContainEqual(row);
  await service.turn(minutes);
  expect(await call()).toSucceed();
  expect(await read(key, "admin-api-key")).toMatchObject({ failing_since: null });
});

verifies("keys:failing:cleared", async () => {
  const key = await service.aKey({ label: "cleared" });
  await service.turn(20 * minutes);
  await refuse(key);
  expect((await read(key)).failing_since).not.toBeNull();
  service.sandbox.faults.clear();
  await service.turn(20 * minutes);
  expect(await use(key)).toSucceed();
  expect(await read(key)).toMatchObject({ failing_since: null, failing_files: [] });
});

verifies("keys:failing:cleared", "by a process that didn't see the rejection", async () => {
  const key = await service.aKey();
  await service.turn(20 * minutes);
  await refuse(key);
  await service.restart();
  service.sandbox.faults.clear();
  await service.turn(20 * minutes);
  expect((await read(key)).failing_since).not.toBeNull();
  expect(await use(key)).toSucceed();
  expect((await read(key)).failing_since).toBeNull();
});

verifies("keys:failing:changed", async () => {
  const key = await service.aKey();
  await service.turn(20 * minutes);
  await refuse(key);
  service.sandbox.faults.clear();
  const { id } = await read(key);
  const change = async (account: { user: string; pass: string }) =>
    expect(await service.admin("PATCH", `/svc/api/api-key/${id}`, account)).toSucceed();
  await change({ user: "Admin", pass: "full-access-pass" });
  expect((await read(key)).failing_since).toBeNull();
  await refuse(key);
  service.sandbox.faults.clear();
  expect((await read(key)).failing_since).not.toBeNull();
  await change({ user: "Admin", pass: "full-access-pass" });
  expect((await read(key)).failing_since).toBeNull();
});

verifies("keys:failing:no-refusal", async () => {
  const key = await service.aKey({ databases: ["Orders"] });
  const fault = { kind: "status", path: "/sessions$" } as const;
  const reported = [
    [401, "214"],
    [503, "-1"],
  ] as const;
  for (const [status, code] of reported) {
    await withoutSession(key);
    await service.turn(20 * minutes);
    service.sandbox.faults.set({ ...fault, status, code });
    expect((await use(key, "Orders.fmp12")).status).toBeGreaterThanOrEqual(500);
    expect((await read(key)).failing_since).toBeNull();
    service.sandbox.faults.clear();
  }
  const database = (service.sandbox.world as LiveWorld).database("Orders");
  if (database === undefined) throw new Error("The demo has this file");
  await withoutSession(key);
  await service.turn(20 * minutes);
  database.status = "CLOSED";
  expect(await use(key, "Orders.fmp12")).toRefuseLikeFileMaker("file_not_available");
  database.status = "NORMAL";
  expect((await read(key)).failing_since).toBeNull();
});

verifies("keys:failing:no-refusal", "a file that an any-database key happens to reach", async () => {
  const key = await service.aKey({ databases: ["Orders"], allowAnyDatabase: true });
  await service.turn(20 * minutes);
  await refuse(key);
  expect(await read(key)).toMatchObject({ failing_since: null, failing_files: [] });
});

verifies("keys:failing:coalesced", async () => {
  const key = await service.aKey({ isOData: true });
  await service.turn(20 * minutes);
  await refuse(key);
  await service.settle();
  const written = writes;
  for (let times = 0; times < 5; times += 1) {
    await service.turn(20 * minutes);
    expect(await use(key)).toRefuseLikeFileMaker("stored_credentials_refused");
  }
  await service.settle();
  expect(writes).toBe(written);

  service.sandbox.faults.clear();
  expect((await queried(key)).status).toBe(200);
  await service.settle();
  const before = reads;
  for (let times = 0; times < 20; times += 1) expect((await queried(key)).status).toBe(200);
  await service.settle();
  expect(reads).toBe(before);
  await service.turn(minutes);
  await queried(key);
  await service.settle();
  expect(reads).toBe(before + 1);
});

/** Returns the table with counters of reads and writes about rejections. */
function counted(table: Table): Table {
  const isOfRefusals = ({ pk }: { readonly pk: string }) => pk.startsWith("session#refusals#");
  return {
    ...table,
    get(key) {
      if (isOfRefusals(key)) reads += 1;
      return table.get(key);
    },
    put(item, condition) {
      if (isOfRefusals(item)) writes += 1;
      return table.put(item, condition);
    },
  };
}
