import { afterAll, beforeEach, expect, test } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const root = "/svc/fmi/data/vLatest";
const sessions = (file = "Contacts") => `${root}/databases/${file}/sessions`;
const minutes = 60_000;

async function logIn(key: string, file?: string, json: unknown = {}) {
  return service.raw("POST", sessions(file), { headers: { Authorization: basicAuth("apiKey", key) }, json });
}
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const tokenOf = async (key: string, file?: string): Promise<string> => (await logIn(key, file)).body.response.token;

verifies("proxy:login:token", async () => {
  const answer = await logIn(await service.aKey());
  expect(answer).toSucceed();
  const { token } = answer.body.response;
  expect(token).toMatch(/^[0-9a-f]{52}$/);
  expect(answer.headers["x-fm-data-access-token"]).toBe(token);
  expect(await service.raw("GET", recordsPath(), bearer(token))).toSucceed();
});

verifies("proxy:login:token", "every form of login that clients use is accepted", async () => {
  const key = await service.aKey();
  const Authorization = basicAuth("apiKey", key);
  const forms = [
    service.raw("POST", sessions(), { headers: { Authorization } }),
    service.raw("POST", `${sessions()}/`, { headers: { Authorization }, json: {} }),
    service.raw("POST", sessions("contacts.FMP12"), { headers: { Authorization }, json: { fmDataSource: [] } }),
    service.raw("POST", sessions().replace("vLatest", "v1"), { key, json: {} }),
  ];
  for (const answer of await Promise.all(forms)) expect(answer).toSucceed();
});

verifies("proxy:login:token", "no login to FileMaker Server is made if a session is available", async () => {
  const key = await service.aKey();
  await service.raw("GET", recordsPath(), { key });
  const before = service.sandbox.counters.logins;
  for (let times = 0; times < 5; times += 1) expect(await logIn(key)).toSucceed();
  expect(service.sandbox.counters.logins).toBe(before);
});

test("a login without a key of this file, and an invalid login, are rejected", async () => {
  const key = await service.aKey();
  expect(await logIn("dk_nonsense")).toRefuseLikeFileMaker("key_unknown");
  expect(await logIn(key, "Orders")).toRefuseLikeFileMaker("key_file_not_allowed");
  expect(await service.raw("POST", sessions(), bearer(await tokenOf(key)))).toRefuseLikeFileMaker("key_unknown");
  expect(await service.raw("GET", sessions(), { key })).toRefuseLikeFileMaker("method_not_allowed");
  const headers = { Authorization: basicAuth("apiKey", key) };
  expect(await service.raw("POST", sessions(), { headers, body: "{" })).toRefuseLikeFileMaker("json_invalid");
  const large = JSON.stringify({ fmDataSource: ["x".repeat(64 * 1024)] });
  expect(await service.raw("POST", sessions(), { headers, body: large })).toRefuseLikeFileMaker("body_too_large");
});

verifies("proxy:login:validate", async () => {
  const token = await tokenOf(await service.aKey());
  const answer = await service.raw("GET", `${root}/validateSession`, bearer(token));
  expect(answer).toSucceed();
  expect(answer.body.response).toEqual({ isSessionInUse: false });
  const unknown = await service.raw("GET", `${root}/validateSession`, bearer("0".repeat(52)));
  expect(unknown).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:validate", "validateSession says if a request is running", async () => {
  const token = await tokenOf(await service.aKey());
  service.sandbox.faults.set({ kind: "slow", latencyMs: 600_000, path: "/records" });
  const before = service.sandbox.counters.faults;
  const slow = service.raw("GET", recordsPath(), bearer(token));
  await until(() => service.sandbox.counters.faults > before);
  const answer = await service.raw("GET", `${root}/validateSession`, bearer(token));
  expect(answer.body.response).toEqual({ isSessionInUse: true });
  service.sandbox.advance(600_000);
  await slow;
  const idle = await service.raw("GET", `${root}/validateSession`, bearer(token));
  expect(idle.body.response).toEqual({ isSessionInUse: false });
});

verifies("proxy:login:logout", async () => {
  const token = await tokenOf(await service.aKey());
  const answer = await service.raw("DELETE", `${sessions()}/${token}`);
  expect(answer).toSucceed();
  expect(answer.text).toBe('{"response":{},"messages":[{"code":"0","message":"OK"}]}');
  expect(await service.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
  expect(await service.raw("DELETE", `${sessions()}/${token}`)).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:logout", "only at its own file, and in any spelling of the path's words", async () => {
  const token = await tokenOf(await service.aKey({ databases: ["Contacts", "Orders"] }));
  expect(await service.raw("DELETE", `${sessions("Orders")}/${token}`)).toRefuseLikeFileMaker("session_unknown");
  expect(await service.raw("GET", recordsPath(), bearer(token))).toSucceed();
  const path = `${root}/databases/CONTACTS/%53essions/${token}`;
  expect(await service.raw("DELETE", path)).toSucceed();
  expect(await service.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:idle", async () => {
  const token = await tokenOf(await service.aKey());
  const call = () => service.raw("GET", recordsPath(), bearer(token));
  for (let times = 0; times < 3; times += 1) {
    await service.turn(14 * minutes);
    expect(await call()).toSucceed();
    await service.settle();
  }
  await service.turn(15 * minutes);
  expect(await call()).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:idle", "a login survives a restart of the service", async () => {
  const token = await tokenOf(await service.aKey());
  await service.restart();
  expect(await service.raw("GET", recordsPath(), bearer(token))).toSucceed();
  await service.turn(15 * minutes);
  await service.restart();
  expect(await service.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:errors:expired-token", async () => {
  const answer = await service.raw("GET", recordsPath(), bearer("ab".repeat(26)));
  expect(answer.status).toBe(401);
  const messages = [{ code: "952", message: "Invalid FileMaker Data API token (*)" }];
  expect(answer.body).toEqual({ messages, response: {} });
});

test("a token opens its own file, and no other of its key", async () => {
  const token = await tokenOf(await service.aKey({ databases: ["Contacts", "Orders"] }), "Contacts");
  expect(await service.raw("GET", recordsPath("Contacts"), bearer(token))).toSucceed();
  expect(await service.raw("GET", recordsPath("Orders"), bearer(token))).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:deleted-key", async () => {
  const key = await service.aKey();
  const token = await tokenOf(key);
  expect(await service.raw("GET", recordsPath(), bearer(token))).toSucceed();
  await service.admin("DELETE", `/svc/api/api-key/${key}`);
  expect(await service.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
  const valid = await service.raw("GET", `${root}/validateSession`, bearer(token));
  expect(valid).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:deleted-key", "a login also ends when its key's account is changed", async () => {
  const key = await service.aKey();
  const token = await tokenOf(key);
  const change = { user: "readonly", pass: "readonly-pass" };
  expect((await service.admin("PATCH", `/svc/api/api-key/${key}`, change)).status).toBe(200);
  expect(await service.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
  expect(await service.raw("GET", recordsPath(), bearer(await tokenOf(key)))).toSucceed();
});
