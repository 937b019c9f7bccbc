import { expect, test } from "vitest";
import { basic } from "../support/a-server.ts";
import { anAdmin } from "./support/an-admin.ts";

test("a disabled Data API returns 959, and its sessions are gone when it is enabled again", async () => {
  const admin = await anAdmin();
  const { server } = admin;
  const token = await server.login("api:demo-pass", "Contacts");
  const layouts = () => server.ask("GET", "/fmi/data/vLatest/databases/Contacts/layouts", { token });
  await admin.call("PATCH", "/fmdapi/config", { enabled: false });
  expect(await layouts()).toMatchObject({ status: 500, code: "959" });
  await admin.call("PATCH", "/fmdapi/config", { enabled: true });
  expect(await layouts()).toMatchObject({ status: 401, code: "952" });
  expect(await server.login("api:demo-pass", "Contacts")).toHaveLength(52);
});

test("a disabled OData isn't available, and responds again when it is enabled", async () => {
  const admin = await anAdmin();
  const root = () => admin.server.ask("GET", "/fmi/odata/v4/Contacts", { headers: basic("api:demo-pass") });
  expect((await root()).status).toBe(200);
  await admin.call("PATCH", "/fmodata/config", { enabled: false });
  expect((await root()).status).toBe(502);
  await admin.call("PATCH", "/fmodata/config", { enabled: true });
  expect((await root()).status).toBe(200);
});

test("blocked new users find no file, and existing ones stay", async () => {
  const admin = await anAdmin();
  const { server } = admin;
  const token = await server.login("api:demo-pass", "Contacts");
  await admin.call("PATCH", "/server/config/blocknewusers", { blockNewUsers: true });
  const login = await server.ask("POST", "/fmi/data/vLatest/databases/Contacts/sessions", {
    body: {},
    headers: basic("api:demo-pass"),
  });
  expect(login).toMatchObject({ status: 500, code: "802" });
  expect((await server.ask("GET", "/fmi/data/vLatest/databases/Contacts/layouts", { token })).code).toBe("0");
});

test("usage grows with the bytes of the Data API", async () => {
  const admin = await anAdmin();
  const token = await admin.server.login("api:demo-pass", "Contacts");
  const before = (await admin.call("GET", "/fmdapi/usage")).response;
  const path = "/fmi/data/vLatest/databases/Contacts/layouts/Log/_find";
  const sent = JSON.stringify({ query: [{ text: "first" }] });
  const answer = await admin.server.ask("POST", path, {
    token,
    body: sent,
    headers: { "content-type": "application/json" },
  });
  const after = (await admin.call("GET", "/fmdapi/usage")).response;
  expect(after).toMatchObject({
    apiCallCount: Number(before.apiCallCount) + 1,
    inBandwidth: Number(before.inBandwidth) + sent.length,
    outBandwidth: Number(before.outBandwidth) + Buffer.byteLength(answer.text),
  });
});
