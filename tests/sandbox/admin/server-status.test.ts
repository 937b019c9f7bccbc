import { expect, test } from "vitest";
import { basic } from "../support/a-server.ts";
import { anAdmin, aWorld } from "./support/an-admin.ts";

test("stopping the Database Server disconnects everyone, closes every file, and keeps the settings readable", async () => {
  const admin = await anAdmin();
  const { server } = admin;
  const token = await server.login("api:demo-pass", "Contacts");
  expect(await admin.call("PATCH", "/server/status", { status: "STOPPED" })).toMatchObject({ status: 200, code: "0" });
  expect((await admin.call("GET", "/server/status")).response).toEqual({ status: "STOPPED" });
  expect(await admin.call("GET", "/databases")).toMatchObject({ status: 503, code: "1701" });
  expect(await admin.call("GET", "/clients")).toMatchObject({ status: 503, code: "1701" });
  expect((await admin.call("GET", "/server/config/general")).status).toBe(200);
  expect((await server.ask("GET", "/fmi/data/vLatest/databases/Contacts/layouts", { token })).code).toBe("952");
  const login = await server.ask("POST", "/fmi/data/vLatest/databases/Contacts/sessions", {
    body: {},
    headers: basic("api:demo-pass"),
  });
  expect(login).toMatchObject({ status: 500, code: "802" });
});

test("after a restart it opens its files, and no one is connected", async () => {
  const admin = await anAdmin();
  await admin.call("PATCH", "/server/status", { status: "STOPPED" });
  await admin.call("PATCH", "/server/status", { status: "RUNNING" });
  expect(await admin.stateOf("Contacts.fmp12")).toBe("NORMAL");
  expect((await admin.call("GET", "/clients")).response).toEqual({ clients: [] });
});

test("only the files that were open come back if the settings say so, or none", async () => {
  const admin = await anAdmin();
  const restart = async (): Promise<void> => {
    await admin.call("PATCH", "/server/status", { status: "STOPPED" });
    await admin.call("PATCH", "/server/status", { status: "RUNNING" });
  };
  await admin.call("PATCH", "/server/config/general", { onlyOpenLastOpenedDatabases: true });
  await admin.call("PATCH", "/databases/2", { status: "CLOSED", force: true });
  await restart();
  expect(await admin.stateOf("Contacts.fmp12")).toBe("NORMAL");
  expect(await admin.stateOf("Orders.fmp12")).toBe("CLOSED");
  await admin.call("PATCH", "/server/config/general", { openDatabasesOnStart: false });
  await restart();
  expect(await admin.stateOf("Contacts.fmp12")).toBe("CLOSED");
});

test("a file that was closing or opening when it stopped stays closed", async () => {
  const admin = await anAdmin(aWorld({ admin: { openMilliseconds: 60_000 } }));
  await admin.call("PATCH", "/databases/1", { status: "CLOSED", force: true });
  await admin.call("PATCH", "/server/config/general", { openDatabasesOnStart: false });
  await admin.call("PATCH", "/server/status", { status: "STOPPED" });
  await admin.call("PATCH", "/server/status", { status: "RUNNING" });
  admin.server.advance(60_000);
  expect(await admin.stateOf("Contacts.fmp12")).toBe("CLOSED");
});

test("pending changes of a file before the stop don't happen after the start", async () => {
  const admin = await anAdmin();
  await admin.call("PATCH", "/databases/1", { status: "CLOSED" });
  expect(await admin.stateOf("Contacts.fmp12")).toBe("CLOSING");
  await admin.call("PATCH", "/server/status", { status: "STOPPED" });
  await admin.call("PATCH", "/server/status", { status: "RUNNING" });
  admin.server.advance(90_000);
  expect(await admin.stateOf("Contacts.fmp12")).toBe("NORMAL");
});

test.each([
  [{ status: "RUNNING" }, "1709"],
  [{ status: "PAUSED" }, "1708"],
  [{}, "1707"],
])("%j is rejected with %s while it runs", async (body, code) => {
  const admin = await anAdmin();
  expect(await admin.call("PATCH", "/server/status", body)).toMatchObject({ status: 400, code });
});

test("the server can be renamed", async () => {
  const admin = await anAdmin();
  expect((await admin.call("PATCH", "/serverinfo/name", { ServerName: "Second" })).code).toBe("0");
  expect((await admin.call("GET", "/server/metadata")).response).toMatchObject({ ServerName: "Second" });
  expect(await admin.call("PATCH", "/serverinfo/name", { ServerName: " " })).toMatchObject({
    status: 400,
    code: "1708",
  });
});
