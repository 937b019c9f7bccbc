import { afterAll, beforeEach, expect } from "vitest";
import { basicAuth, house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { aBusyServer } from "./support/a-busy-server.ts";

const home = await house({ sandbox: { world: aBusyServer() } });
afterAll(() => home.stop());
beforeEach(() => home.sandbox.faults.clear());

interface Row {
  readonly filename: string;
  readonly keyCount: number;
  readonly keys: readonly { readonly id: number; readonly isAnyDatabase: boolean }[];
}

const listed = async (): Promise<readonly Row[]> =>
  (await home.admin("GET", "/svc/api/databases")).body.response.databases;
const read = async (filename: string) =>
  (await home.admin("GET", `/svc/api/databases/${filename}`)).body.response.database;

verifies("files:databases:listed", async () => {
  const rows = await listed();
  const names = ["Archive", "Broken", "Contacts", "Orders", "Payroll", "Private"].map((name) => `${name}.fmp12`);
  expect(rows.map(({ filename }) => filename)).toEqual(names);
  expect(rows.find(({ filename }) => filename === "Orders.fmp12")).toEqual({
    filename: "Orders.fmp12",
    state: "normal",
    folder: home.sandbox.world.definition.server.databaseFolder,
    sizeBytes: home.sandbox.world.database("Orders")?.definition.sizeBytes,
    clients: 2,
    isEncrypted: false,
    hasSavedKey: false,
    keyHint: "",
    extendedPrivileges: ["fmodata", "fmrest"],
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
  const missing = await home.admin("GET", "/svc/api/databases/Nowhere");
  expect(missing).toRefuseWith("database_not_found");
  expect(missing.body.response).toEqual({ files: ["Nowhere"] });
});

verifies("files:databases:reached", async () => {
  await home.aKey({ databases: ["Contacts", "Orders"], label: "Two files", isOData: true });
  await home.aKey({ allowAnyDatabase: true, label: "All files" });
  await home.aKey({ databases: ["Orders"], label: "One file" });
  const ids = (row: Row) => row.keys.map(({ id }) => id);
  expect(ids(await read("Orders"))).toEqual([1, 3, 2]);
  expect((await read("contacts")).keys).toEqual([
    { id: 1, label: "Two files", isDataApi: true, isOData: true, isAnyDatabase: false, isFailing: false },
    // It names the file, and reaches all others as well.
    { id: 2, label: "All files", isDataApi: true, isOData: false, isAnyDatabase: false, isFailing: false },
  ]);
  expect((await read("Private")).keys).toMatchObject([{ id: 2, isAnyDatabase: true }]);
  await home.admin("DELETE", "/svc/api/api-key/2");
  expect(await read("Private")).toMatchObject({ keyCount: 0, keys: [] });
});

verifies(
  "files:databases:reached",
  "a list names ten keys of a file and counts them all, the file itself names all",
  async () => {
    for (let count = 0; count < 12; count += 1)
      await home.admin("POST", "/svc/api/api-key/create-only", {
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
  const note = (document: object) => home.admin("PUT", "/svc/api/file-notes/ORDERS", { document });
  const paragraph = { type: "paragraph", content: [{ type: "text", text: "Ask Ada" }] };
  await note({ type: "doc", content: [paragraph] });
  expect((await read("Orders")).hasNote).toBe(true);
  expect((await read("Contacts")).hasNote).toBe(false);
  await note({ type: "doc", content: [{ type: "paragraph" }] });
  expect((await read("Orders")).hasNote).toBe(false);
});

verifies("files:databases:account", async () => {
  const before = home.sandbox.counters.adminLogins;
  const key = await home.anAdminKey();
  const checks = home.sandbox.counters.adminLogins - before;
  for (let count = 0; count < 5; count += 1)
    expect((await home.raw("GET", "/svc/api/databases", { key })).status).toBe(200);
  expect(home.sandbox.counters.adminLogins - before).toBeLessThanOrEqual(checks + 1);
});

verifies("files:databases:account", "a session that FileMaker Server has dropped is replaced on the way", async () => {
  const key = await home.anAdminKey();
  await home.raw("GET", "/svc/api/databases", { key });
  const before = home.sandbox.counters.adminLogins;
  home.sandbox.faults.set({ kind: "deadToken", path: "/databases", times: 1 });
  expect((await home.raw("GET", "/svc/api/databases", { key })).status).toBe(200);
  expect(home.sandbox.counters.adminLogins).toBe(before + 1);
  home.sandbox.faults.set({ kind: "deadToken", path: "/databases" });
  expect(await home.raw("GET", "/svc/api/databases", { key })).toRefuseWith("token_refresh_failed");
  expect(home.sandbox.counters.adminLogins).toBe(before + 2);
});

verifies("files:databases:account", "a token of the Admin API speaks for itself", async () => {
  const login = await fetch(`${home.sandbox.origin}/fmi/admin/api/v2/user/auth`, {
    method: "POST",
    headers: { Authorization: basicAuth("admin", "admin-pass"), "Content-Type": "application/json" },
    body: "{}",
  });
  const { response } = (await login.json()) as { readonly response: { readonly token: string } };
  const before = home.sandbox.counters.adminLogins;
  const answer = await home.raw("GET", "/svc/api/databases", { key: response.token });
  expect(answer.body.response.databases).toHaveLength(6);
  expect(home.sandbox.counters.adminLogins).toBe(before);
});

verifies("files:databases:refused", async () => {
  const headers = { Authorization: basicAuth("watcher", "watcher-pass") };
  expect(await home.raw("GET", "/svc/api/databases", { headers })).toRefuseWith("administrator_limited");
  expect(await home.raw("GET", "/svc/api/databases")).toRefuseWith("unauthenticated");
  expect(await home.raw("GET", "/svc/api/databases/Contacts", { key: await home.aKey() })).toRefuseWith(
    "wrong_kind_of_key",
  );
});

verifies("files:databases:refused", "a server that does not answer is no empty list", async () => {
  const key = await home.anAdminKey();
  home.sandbox.faults.set({ kind: "stopped" });
  expect(await home.raw("GET", "/svc/api/databases", { key })).toRefuseWith("upstream_unreachable");
  home.sandbox.faults.set({ kind: "reset", path: "/databases" });
  expect(await home.raw("GET", "/svc/api/databases", { key })).toRefuseWith("upstream_broken");
});
