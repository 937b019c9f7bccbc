import { expect, test } from "vitest";
import { aServer, basic } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

test("a login returns the token in the body and in a header, in FileMaker's 118 bytes", async () => {
  const server = await aServer();
  const answer = await server.people("POST", "/sessions", { body: {}, headers: basic("full:full-pass") });
  expect(answer.status).toBe(200);
  expect(answer.text).toMatch(
    /^\{"response":\{"token":"[0-9a-f]{52}"\},"messages":\[\{"code":"0","message":"OK"\}\]\}$/,
  );
  expect(answer.headers.get("content-length")).toBe("118");
  expect(answer.headers.get("x-fm-data-access-token")).toBe(answer.response.token);
  expect(server.counters).toMatchObject({ logins: 1, failedLogins: 0 });
  expect(server.counters.openSessions()).toBe(1);
});

test.each(["v1", "v2", "vLatest"])("%s logs in with no body, no type, and a trailing slash", async (version) => {
  const server = await aServer();
  const path = `/fmi/data/${version}/databases/people.fmp12/sessions/`;
  expect((await server.ask("POST", path, { headers: basic("FULL:full-pass") })).status).toBe(200);
});

test("a login can name more files, whose accounts are checked when the files are needed", async () => {
  const server = await aServer();
  const login = (source: unknown) =>
    server.people("POST", "/sessions", { body: { fmDataSource: source }, headers: basic("full:full-pass") });
  for (const source of [
    [],
    [{ database: "Other", username: "other", password: "wrong" }],
    [{ database: "fms.example.com", username: "a", password: "b" }],
  ])
    expect((await login(source)).code).toBe("0");
  expect((await login("Other")).code).toBe("960");
});

test("a kinder server checks the accounts of other files at the login", async () => {
  const server = await aServer({ world: { ...smallWorld(), server: { dataApi: { externalSources: "atLogin" } } } });
  const login = (source: unknown) =>
    server.people("POST", "/sessions", { body: { fmDataSource: source }, headers: basic("full:full-pass") });
  expect((await login([])).code).toBe("0");
  expect((await login([{ database: "Other", username: "other", password: "other-pass" }])).code).toBe("0");
  expect((await login([{ database: "Other", username: "other", password: "wrong" }])).code).toBe("212");
  expect((await login([{ database: "Nowhere", username: "a", password: "b" }])).code).toBe("802");
  expect((await login("Other")).code).toBe("960");
});

test("a malformed body is rejected with 400", async () => {
  const server = await aServer();
  const headers = { ...basic("full:full-pass"), "content-type": "application/json" };
  expect(await server.people("POST", "/sessions", { body: "{", headers })).toMatchObject({ status: 400, code: "1710" });
});

test("a login without credentials gets a specific error", async () => {
  const server = await aServer();
  const answer = await server.people("POST", "/sessions", { body: {} });
  expect(answer.status).toBe(401);
  expect(answer.text).toBe(
    '{"messages":[{"code":"10","message":"HTTP Authorization header or OAuth headers are missing."}],"response":{}}',
  );
});

test.each(["full:wrong", "nobody:full-pass", "off:off-pass", "full:FULL-PASS"])(
  "%s gets 401 and 212",
  async (credentials) => {
    const server = await aServer();
    const answer = await server.people("POST", "/sessions", { body: {}, headers: basic(credentials) });
    expect(answer).toMatchObject({ status: 401, code: "212" });
    expect(answer.json.messages[0]?.message).toBe("Invalid user account and/or password; please try again");
    expect(server.counters).toMatchObject({ logins: 0, failedLogins: 1 });
  },
);

test("OAuth and Claris ID credentials are unknown here", async () => {
  const server = await aServer();
  const oauth = { "x-fm-data-oauth-request-id": "1", "x-fm-data-oauth-identifier": "2" };
  expect((await server.people("POST", "/sessions", { body: {}, headers: oauth })).code).toBe("212");
  expect((await server.people("POST", "/sessions", { body: {}, headers: { authorization: "FMID x" } })).code).toBe(
    "212",
  );
});

test("too many wrong passwords lock the account for a while, also for the right one", async () => {
  const server = await aServer({ world: smallWorld({ lockout: { attempts: 2, minutes: 3 } }) });
  const login = (credentials: string) => server.people("POST", "/sessions", { body: {}, headers: basic(credentials) });
  await login("full:wrong");
  await login("full:wrong");
  expect(await login("full:full-pass")).toMatchObject({ status: 401, code: "214" });
  expect((await login("reader:reader-pass")).code).toBe("0");
  server.advance(3 * 60_000);
  expect((await login("full:full-pass")).code).toBe("0");
});

test("a right password in between resets the count", async () => {
  const server = await aServer({ world: smallWorld({ lockout: { attempts: 2, minutes: 3 } }) });
  const login = (credentials: string) => server.people("POST", "/sessions", { body: {}, headers: basic(credentials) });
  await login("full:wrong");
  await login("full:full-pass");
  await login("full:wrong");
  expect((await login("full:full-pass")).code).toBe("0");
});

test.each(["Nowhere", "Asleep"])("the file %s, unknown or closed, returns 500 and 802", async (name) => {
  const server = await aServer();
  const path = `/fmi/data/vLatest/databases/${name}/sessions`;
  const answer = await server.ask("POST", path, { body: {}, headers: basic("full:full-pass") });
  expect(answer.status).toBe(500);
  expect(answer.text).toBe('{"messages":[{"code":"802","message":"Unable to open file"}],"response":{}}');
});

test.each(["802", "212", "9"] as const)("an account without fmrest gets %s if the world says so", async (code) => {
  const server = await aServer({ world: smallWorld({ withoutFmrest: code }) });
  const answer = await server.people("POST", "/sessions", { body: {}, headers: basic("desktop:desktop-pass") });
  expect(answer.code).toBe(code);
});

test("one session too many gets 956, until one has expired", async () => {
  const server = await aServer({ world: smallWorld({ maxSessions: 2 }) });
  const login = () => server.people("POST", "/sessions", { body: {}, headers: basic("full:full-pass") });
  await login();
  await login();
  expect(await login()).toMatchObject({ status: 500, code: "956" });
  server.advance(15 * 60_000);
  expect((await login()).code).toBe("0");
});

test("another content type gets 415", async () => {
  const server = await aServer();
  const headers = { ...basic("full:full-pass"), "content-type": "text/plain" };
  expect((await server.people("POST", "/sessions", { body: "{}", headers })).status).toBe(415);
});
