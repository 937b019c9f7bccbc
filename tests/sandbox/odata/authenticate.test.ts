import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";
import { shopWorld } from "./support/shop-world.ts";

test("every request needs an account with Basic", async () => {
  const server = await anODataServer();
  expect((await server.shop("GET", "")).status).toBe(200);
  expect((await server.ask("GET", "/fmi/odata/v4")).status).toBe(200);
});

test.each([
  ["none", {}],
  ["a token of the Data API", { authorization: "Bearer 0123456789abcdef" }],
  ["a Claris ID", { authorization: "FMID eyJhbGciOi" }],
  ["an OAuth identifier", { "x-fm-data-oauth-request-id": "1", "x-fm-data-oauth-identifier": "2" }],
])("401 and code 212 for %s, at the root and below a file", async (_, headers) => {
  const server = await anODataServer();
  for (const path of ["", "/Shop", "/Shop/Customers", "/Nowhere"]) {
    const answer = await server.ask("GET", `/fmi/odata/v4${path}`, { account: null, headers });
    expect(answer).toMatchObject({ status: 401, code: "212" });
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    expect(answer.headers.get("content-type")).toBe("application/json;charset=utf-8");
  }
});

test("401 for a wrong password, an unknown account, and one without fmodata, which are indistinguishable", async () => {
  const server = await anODataServer();
  const wrong = await server.shop("GET", "/Customers", { account: "full:nope" });
  expect(wrong).toMatchObject({ status: 401, code: "212" });
  expect(wrong.json).toEqual({ error: { code: "212", message: "(212): Invalid account/password" } });
  expect((await server.shop("GET", "/Customers", { account: "nobody:nope" })).text).toBe(wrong.text);
  expect((await server.shop("GET", "/Customers", { account: "desktop:desktop-pass" })).text).toBe(wrong.text);
  expect(server.counters.failedODataLogins).toBe(3);
});

test("errors are XML for callers that only accept XML", async () => {
  const server = await anODataServer();
  const headers = { accept: "application/xml" };
  const answer = await server.shop("GET", "/$metadata", { account: "full:nope", headers });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("content-type")).toBe("application/xml;charset=utf-8");
  expect(answer.text).toContain("<m:code>212</m:code><m:message>(212): Invalid account/password</m:message>");
  expect((await server.shop("GET", "/Nowhere", { headers })).text).toContain("<m:code>-1020</m:code>");
  const both = { accept: "application/json, application/xml" };
  expect((await server.shop("GET", "/Nowhere", { headers: both })).code).toBe("-1020");
});

test("the world can give another code to an account without fmodata", async () => {
  const server = await anODataServer({ world: shopWorld({ withoutFmodata: "9" }) });
  expect(await server.shop("GET", "", { account: "desktop:desktop-pass" })).toMatchObject({ status: 403, code: "9" });
});

test("too many wrong passwords lock the account, also for the Data API", async () => {
  const server = await anODataServer();
  for (let count = 0; count < 10; count += 1) await server.shop("GET", "", { account: "full:nope" });
  expect(await server.shop("GET", "")).toMatchObject({ status: 401, code: "214" });
  const login = await server.ask("POST", "/fmi/data/v2/databases/Shop/sessions", { body: {} });
  expect(login.json.messages).toMatchObject([{ code: "214" }]);
  server.advance(5 * 60_000);
  expect((await server.shop("GET", "")).status).toBe(200);
});

test("the setting for wrong passwords works here, too", async () => {
  const server = await anODataServer();
  server.faults.set({ kind: "wrongPassword", times: 1 });
  expect((await server.shop("GET", "")).code).toBe("212");
  expect((await server.shop("GET", "")).status).toBe(200);
});

test("404 and code 802 for a closed or missing file", async () => {
  const server = await anODataServer();
  expect(await server.ask("GET", "/fmi/odata/v4/Asleep")).toMatchObject({ status: 404, code: "802" });
  expect(await server.ask("GET", "/fmi/odata/v4/Nowhere")).toMatchObject({ status: 404, code: "802" });
});

test("502 in HTML while the engine is disabled", async () => {
  const server = await anODataServer({ world: shopWorld({ enabled: false }) });
  const answer = await server.shop("GET", "");
  expect(answer.status).toBe(502);
  expect(answer.headers.get("content-type")).toContain("text/html");
});

test("a status fault is returned in OData's format", async () => {
  const server = await anODataServer();
  server.faults.set({ kind: "status", status: 503, code: "-5", message: "busy" });
  expect(await server.shop("GET", "")).toMatchObject({
    status: 503,
    json: { error: { code: "-5", message: "busy" } },
  });
});
