import { expect, test } from "vitest";
import { aServer, basic } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

const API = "/fmi/admin/api/v2";
const MINUTE = 60_000;

test("a login returns an HS256 JWT of a session id and a time", async () => {
  const server = await aServer();
  const answer = await server.ask("POST", `${API}/user/auth`, { headers: basic("admin:admin-pass") });
  expect(answer.json.messages).toEqual([{ code: "0", text: "OK" }]);
  const [head, payload, signature] = String(answer.response.token).split(".");
  const read = (part: string | undefined) => JSON.parse(Buffer.from(part ?? "", "base64url").toString());
  expect(read(head)).toEqual({ alg: "HS256", typ: "JWT" });
  expect(Object.keys(read(payload))).toEqual(["sid", "iat"]);
  expect(signature).toHaveLength(43);
});

test("a body of {} or of credentials is ignored", async () => {
  const server = await aServer();
  expect((await server.ask("POST", `${API}/user/auth`, { headers: basic("admin:admin-pass"), body: {} })).status).toBe(
    200,
  );
  const body = { username: "admin", password: "admin-pass" };
  expect(await server.ask("POST", `${API}/user/auth`, { body })).toMatchObject({ status: 401, code: "1702" });
});

test("a token opens the other endpoints until it expires after idle time", async () => {
  const server = await aServer();
  const token = await server.adminLogin();
  server.advance(14 * MINUTE);
  expect((await server.ask("GET", `${API}/databases`, { token })).status).toBe(200);
  server.advance(14 * MINUTE);
  expect((await server.ask("GET", `${API}/databases`, { token })).status).toBe(200);
  server.advance(15 * MINUTE);
  expect(await server.ask("GET", `${API}/databases`, { token })).toMatchObject({ status: 401, code: "952" });
  expect(server.counters.openAdminSessions()).toBe(0);
});

test("a logout uses the token in the path; the header alone gets a response, but ends nothing", async () => {
  const server = await aServer();
  const token = await server.adminLogin();
  expect(await server.ask("DELETE", `${API}/user/auth`, { token })).toMatchObject({ status: 200, code: "0" });
  expect((await server.ask("GET", `${API}/databases`, { token })).code).toBe("0");
  expect(server.counters.openAdminSessions()).toBe(1);
  expect((await server.ask("DELETE", `${API}/user/auth/${token}`)).code).toBe("0");
  expect(await server.ask("DELETE", `${API}/user/auth/${token}`)).toMatchObject({ status: 401, code: "952" });
  expect(server.counters).toMatchObject({ adminLogins: 1, adminLogouts: 1 });
});

test("Basic on any endpoint works, opens a session each time, and returns its token in a header", async () => {
  const server = await aServer();
  const headers = basic("admin:admin-pass");
  const first = await server.ask("GET", `${API}/server/metadata`, { headers });
  await server.ask("GET", `${API}/server/metadata`, { headers });
  expect(server.counters.openAdminSessions()).toBe(2);
  const token = first.headers.get("x-fm-access-token") ?? "";
  expect((await server.ask("GET", `${API}/databases`, { token })).status).toBe(200);
});

test("the pool is small, and a full one returns 956", async () => {
  const server = await aServer();
  for (let at = 0; at < 5; at += 1) await server.adminLogin();
  const answer = await server.ask("POST", `${API}/user/auth`, { headers: basic("admin:admin-pass") });
  expect(answer.code).toBe("956");
  expect(answer.json.messages[0]?.text).toBe("Maximum number of Admin API sessions exceeded");
});

test("a wrong password gets 401 and 212, and 214 after repeated failures", async () => {
  const server = await aServer({ world: smallWorld({}, { lockout: { attempts: 2, minutes: 5 } }) });
  const login = (credentials: string) => server.ask("POST", `${API}/user/auth`, { headers: basic(credentials) });
  expect(await login("admin:wrong")).toMatchObject({ status: 401, code: "212" });
  expect(await login("Admin:wrong")).toMatchObject({ status: 401, code: "212" });
  expect(await login("admin:admin-pass")).toMatchObject({ status: 401, code: "214" });
  server.advance(5 * MINUTE);
  expect((await login("admin:admin-pass")).code).toBe("0");
  expect(server.counters).toMatchObject({ failedAdminLogins: 3, adminLogins: 1 });
});

test("a server's health can be read without an account", async () => {
  const server = await aServer();
  expect((await server.ask("POST", `${API}/server/metadata`)).status).toBe(401);
});

test("unknown paths and methods get specific errors", async () => {
  const server = await aServer();
  const token = await server.adminLogin();
  expect(await server.ask("GET", `${API}/nothing`, { token })).toMatchObject({ status: 404, code: "1700" });
  expect(await server.ask("GET", "/fmi/admin/api/v1/databases", { token })).toMatchObject({
    status: 404,
    code: "1700",
  });
  expect(await server.ask("PUT", `${API}/databases`, { token, body: {} })).toMatchObject({ status: 405, code: "1704" });
});
