import { afterAll, beforeEach, expect } from "vitest";
import { aDocument } from "../../notes/support/document.ts";
import { type WatchedTable, watchedTable } from "../../support/tables/watched-table.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aBusyServer } from "./support/a-busy-server.ts";

let table: WatchedTable | undefined;
const service = await testService({
  sandbox: { world: aBusyServer() },
  decorate(platform) {
    table = watchedTable(platform.table);
    return { ...platform, table };
  },
});
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

interface Row {
  readonly filename: string;
  readonly hasNote: boolean;
  readonly keyCount: number;
  readonly keys: readonly { readonly id: number; readonly isAnyDatabase: boolean }[];
}

const listed = async (): Promise<readonly Row[]> =>
  (await service.admin("GET", "/svc/api/databases")).body.response.databases;
const read = async (filename: string) =>
  (await service.admin("GET", `/svc/api/databases/${filename}`)).body.response.database;

verifies("files:databases:listed", async () => {
  const rows = await listed();
  const names = ["Archive", "Broken", "Contacts", "Orders", "Payroll", "Private"].map((name) => `${name}.fmp12`);
  expect(rows.map(({ filename }) => filename)).toEqual(names);
  expect(rows.find(({ filename }) => filename === "Orders.fmp12")).toEqual({
    filename: "Orders.fmp12",
    state: "normal",
    folder: service.sandbox.world.definition.server.databaseFolder,
    sizeBytes: service.sandbox.world.database("Orders")?.definition.sizeBytes,
    clients: 2,
    isEncrypted: false,
    hasSavedKey: false,
    keyHint: "",
    extendedPrivileges: ["fmapp", "fmodata", "fmrest"],
    hasNote: false,
    keyCount: 0,
    keys: [],
  });
  expect(rows.find(({ filename }) => filename === "Payroll.fmp12")).toMatchObject({
    state: "closed",
    isEncrypted: true,
    keyHint: "as always",
    extendedPrivileges: [],
  });
});

verifies("files:databases:one", async () => {
  const rows = await listed();
  for (const spelling of ["Contacts.fmp12", "contacts", "CONTACTS.FMP12"]) {
    expect(await read(spelling)).toEqual(rows.find(({ filename }) => filename === "Contacts.fmp12"));
  }
  const missing = await service.admin("GET", "/svc/api/databases/Nowhere");
  expect(missing).toRefuseWith("database_not_found");
  expect(missing.body.response).toEqual({ files: ["Nowhere"] });
});

verifies("files:databases:reached", async () => {
  await service.aKey({ databases: ["Contacts", "Orders"], label: "Two files", isOData: true });
  await service.aKey({ allowAnyDatabase: true, label: "All files" });
  await service.aKey({ databases: ["Orders"], label: "One file" });
  const ids = (row: Row) => row.keys.map(({ id }) => id);
  expect(ids(await read("Orders"))).toEqual([1, 3, 2]);
  expect((await read("contacts")).keys).toEqual([
    { id: 1, label: "Two files", isDataApi: true, isOData: true, isAnyDatabase: false, isFailing: false },
    // The key names this file, and also opens all others.
    { id: 2, label: "All files", isDataApi: true, isOData: false, isAnyDatabase: false, isFailing: false },
  ]);
  expect((await read("Private")).keys).toMatchObject([{ id: 2, isAnyDatabase: true }]);
  await service.admin("DELETE", "/svc/api/api-key/2");
  expect(await read("Private")).toMatchObject({ keyCount: 0, keys: [] });
});

verifies(
  "files:databases:reached",
  "a list names ten keys of a file and counts them all, the file itself names all",
  async () => {
    for (let count = 0; count < 12; count += 1)
      await service.admin("POST", "/svc/api/api-key/create-only", {
        databases: ["Private"],
        user: "private",
        pass: "private-pass",
      });
    const row = (await listed()).find(({ filename }) => filename === "Private.fmp12");
    expect(row?.keyCount).toBe(12);
    expect(row?.keys).toHaveLength(10);
    expect((await read("Private")).keys).toHaveLength(12);
  },
);

verifies("files:databases:noted", async () => {
  const note = (document: object) => service.admin("PUT", "/svc/api/file-notes/ORDERS", { document });
  const paragraph = { type: "paragraph", content: [{ type: "text", text: "Ask Ada" }] };
  await note({ type: "doc", content: [paragraph] });
  expect((await read("Orders")).hasNote).toBe(true);
  expect((await read("Contacts")).hasNote).toBe(false);
  await note({ type: "doc", content: [{ type: "paragraph" }] });
  expect((await read("Orders")).hasNote).toBe(false);
});

verifies(
  "files:databases:noted",
  "the next list shows every change of a note, and notes are read only for that",
  async () => {
    const noted = async () => (await listed()).filter(({ hasNote }) => hasNote).map(({ filename }) => filename);
    const note = (filename: string, text: string) =>
      service.admin("PUT", `/svc/api/file-notes/${filename}`, { document: aDocument(text) });
    expect(await noted()).toEqual([]);
    expect(await note("Contacts", "Ask Ada")).toSucceed();
    expect(await noted()).toEqual(["Contacts.fmp12"]);
    expect(await note("Archive", "Of last year")).toSucceed();
    expect(await noted()).toEqual(["Archive.fmp12", "Contacts.fmp12"]);
    expect(await service.admin("DELETE", "/svc/api/file-notes/Contacts")).toSucceed();
    expect(await noted()).toEqual(["Archive.fmp12"]);
    expect(await service.admin("DELETE", "/svc/api/file-notes/Archive")).toSucceed();
    expect(await noted()).toEqual([]);
    const reads = table?.reads("notes");
    expect(reads).toBeGreaterThan(0);
    expect(await noted()).toEqual([]);
    expect(table?.reads("notes")).toBe(reads);
  },
);

verifies("files:databases:account", async () => {
  const before = service.sandbox.counters.adminLogins;
  const key = await service.anAdminKey();
  const checks = service.sandbox.counters.adminLogins - before;
  for (let count = 0; count < 5; count += 1)
    expect((await service.raw("GET", "/svc/api/databases", { key })).status).toBe(200);
  expect(service.sandbox.counters.adminLogins - before).toBeLessThanOrEqual(checks + 1);
});

verifies(
  "files:databases:account",
  "a session that FileMaker Server has dropped is replaced transparently",
  async () => {
    const key = await service.anAdminKey();
    await service.raw("GET", "/svc/api/databases", { key });
    const before = service.sandbox.counters.adminLogins;
    service.sandbox.faults.set({ kind: "deadToken", path: "/databases", times: 1 });
    expect((await service.raw("GET", "/svc/api/databases", { key })).status).toBe(200);
    expect(service.sandbox.counters.adminLogins).toBe(before + 1);
    service.sandbox.faults.set({ kind: "deadToken", path: "/databases" });
    expect(await service.raw("GET", "/svc/api/databases", { key })).toRefuseWith("token_refresh_failed");
    expect(service.sandbox.counters.adminLogins).toBe(before + 2);
  },
);

verifies("files:databases:account", "an Admin API token is used directly", async () => {
  const login = await fetch(`${service.sandbox.origin}/fmi/admin/api/v2/user/auth`, {
    method: "POST",
    headers: { Authorization: basicAuth("admin", "admin-pass"), "Content-Type": "application/json" },
    body: "{}",
  });
  const { response } = (await login.json()) as { readonly response: { readonly token: string } };
  const before = service.sandbox.counters.adminLogins;
  const answer = await service.raw("GET", "/svc/api/databases", { key: response.token });
  expect(answer.body.response.databases).toHaveLength(6);
  expect(service.sandbox.counters.adminLogins).toBe(before);
});

verifies("files:databases:refused", async () => {
  const headers = { Authorization: basicAuth("watcher", "watcher-pass") };
  expect(await service.raw("GET", "/svc/api/databases", { headers })).toRefuseWith("administrator_limited");
  expect(await service.raw("GET", "/svc/api/databases")).toRefuseWith("unauthenticated");
  expect(await service.raw("GET", "/svc/api/databases/Contacts", { key: await service.aKey() })).toRefuseWith(
    "wrong_kind_of_key",
  );
});

verifies("files:databases:refused", "a server that doesn't respond isn't an empty list", async () => {
  const key = await service.anAdminKey();
  service.sandbox.faults.set({ kind: "stopped" });
  expect(await service.raw("GET", "/svc/api/databases", { key })).toRefuseWith("upstream_unreachable");
  service.sandbox.faults.set({ kind: "reset", path: "/databases" });
  expect(await service.raw("GET", "/svc/api/databases", { key })).toRefuseWith("upstream_broken");
});
