import { afterAll, beforeEach, expect, test } from "vitest";
import { basicAuth, house } from "../support/house.ts";
import { recordsPath } from "../support/records-path.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

const home = await house();
afterAll(() => home.stop());
beforeEach(() => home.sandbox.faults.clear());

const root = "/svc/fmi/data/vLatest";
const sessions = (file = "Contacts") => `${root}/databases/${file}/sessions`;
const minutes = 60_000;

async function logIn(key: string, file?: string, json: unknown = {}) {
  return home.raw("POST", sessions(file), { headers: { Authorization: basicAuth("apiKey", key) }, json });
}
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const tokenOf = async (key: string, file?: string): Promise<string> => (await logIn(key, file)).body.response.token;

verifies("proxy:login:token", async () => {
  const answer = await logIn(await home.aKey());
  expect(answer).toSucceed();
  const { token } = answer.body.response;
  expect(token).toMatch(/^[0-9a-f]{52}$/);
  expect(answer.headers["x-fm-data-access-token"]).toBe(token);
  expect(await home.raw("GET", recordsPath(), bearer(token))).toSucceed();
});

verifies("proxy:login:token", "every form of login that clients use is taken", async () => {
  const key = await home.aKey();
  const Authorization = basicAuth("apiKey", key);
  const forms = [
    home.raw("POST", sessions(), { headers: { Authorization } }),
    home.raw("POST", `${sessions()}/`, { headers: { Authorization }, json: {} }),
    home.raw("POST", sessions("contacts.FMP12"), { headers: { Authorization }, json: { fmDataSource: [] } }),
    home.raw("POST", sessions().replace("vLatest", "v1"), { key, json: {} }),
  ];
  for (const answer of await Promise.all(forms)) expect(answer).toSucceed();
});

verifies("proxy:login:token", "is no login to FileMaker Server where a session is at hand", async () => {
  const key = await home.aKey();
  await home.raw("GET", recordsPath(), { key });
  const before = home.sandbox.counters.logins;
  for (let times = 0; times < 5; times += 1) expect(await logIn(key)).toSucceed();
  expect(home.sandbox.counters.logins).toBe(before);
});

test("a login is refused for what is no key of this file, and for what is no login", async () => {
  const key = await home.aKey();
  expect(await logIn("dk_nonsense")).toRefuseLikeFileMaker("key_unknown");
  expect(await logIn(key, "Orders")).toRefuseLikeFileMaker("key_file_not_allowed");
  expect(await home.raw("POST", sessions(), bearer(await tokenOf(key)))).toRefuseLikeFileMaker("key_unknown");
  expect(await home.raw("GET", sessions(), { key })).toRefuseLikeFileMaker("method_not_allowed");
  const headers = { Authorization: basicAuth("apiKey", key) };
  expect(await home.raw("POST", sessions(), { headers, body: "{" })).toRefuseLikeFileMaker("json_invalid");
  const large = JSON.stringify({ fmDataSource: ["x".repeat(64 * 1024)] });
  expect(await home.raw("POST", sessions(), { headers, body: large })).toRefuseLikeFileMaker("body_too_large");
});

verifies("proxy:login:validate", async () => {
  const token = await tokenOf(await home.aKey());
  const answer = await home.raw("GET", `${root}/validateSession`, bearer(token));
  expect(answer).toSucceed();
  expect(answer.body.response).toEqual({ isSessionInUse: false });
  const unknown = await home.raw("GET", `${root}/validateSession`, bearer("0".repeat(52)));
  expect(unknown).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:validate", "it says whether a call is under way", async () => {
  const token = await tokenOf(await home.aKey());
  home.sandbox.faults.set({ kind: "slow", latencyMs: 600_000, path: "/records" });
  const before = home.sandbox.counters.faults;
  const slow = home.raw("GET", recordsPath(), bearer(token));
  await until(() => home.sandbox.counters.faults > before);
  const answer = await home.raw("GET", `${root}/validateSession`, bearer(token));
  expect(answer.body.response).toEqual({ isSessionInUse: true });
  home.sandbox.advance(600_000);
  await slow;
  const idle = await home.raw("GET", `${root}/validateSession`, bearer(token));
  expect(idle.body.response).toEqual({ isSessionInUse: false });
});

verifies("proxy:login:logout", async () => {
  const token = await tokenOf(await home.aKey());
  const answer = await home.raw("DELETE", `${sessions()}/${token}`);
  expect(answer).toSucceed();
  expect(answer.text).toBe('{"response":{},"messages":[{"code":"0","message":"OK"}]}');
  expect(await home.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
  expect(await home.raw("DELETE", `${sessions()}/${token}`)).toRefuseLikeFileMaker("session_unknown");
});

verifies(
  "proxy:login:logout",
  "only at the file that it was made for, and in any spelling of the path's words",
  async () => {
    const token = await tokenOf(await home.aKey({ databases: ["Contacts", "Orders"] }));
    expect(await home.raw("DELETE", `${sessions("Orders")}/${token}`)).toRefuseLikeFileMaker("session_unknown");
    expect(await home.raw("GET", recordsPath(), bearer(token))).toSucceed();
    const path = `${root}/databases/CONTACTS/%53essions/${token}`;
    expect(await home.raw("DELETE", path)).toSucceed();
    expect(await home.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
  },
);

verifies("proxy:login:idle", async () => {
  const token = await tokenOf(await home.aKey());
  const call = () => home.raw("GET", recordsPath(), bearer(token));
  for (let times = 0; times < 3; times += 1) {
    await home.turn(14 * minutes);
    expect(await call()).toSucceed();
    await home.settle();
  }
  await home.turn(15 * minutes);
  expect(await call()).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:idle", "a login survives a restart of the service", async () => {
  const token = await tokenOf(await home.aKey());
  await home.restart();
  expect(await home.raw("GET", recordsPath(), bearer(token))).toSucceed();
  await home.turn(15 * minutes);
  await home.restart();
  expect(await home.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:errors:expired-token", async () => {
  const answer = await home.raw("GET", recordsPath(), bearer("ab".repeat(26)));
  expect(answer.status).toBe(401);
  const messages = [{ code: "952", message: "Invalid FileMaker Data API token (*)" }];
  expect(answer.body).toEqual({ messages, response: {} });
});

test("a token opens the file that it was made for, and no other of its key", async () => {
  const token = await tokenOf(await home.aKey({ databases: ["Contacts", "Orders"] }), "Contacts");
  expect(await home.raw("GET", recordsPath("Contacts"), bearer(token))).toSucceed();
  expect(await home.raw("GET", recordsPath("Orders"), bearer(token))).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:deleted-key", async () => {
  const key = await home.aKey();
  const token = await tokenOf(key);
  expect(await home.raw("GET", recordsPath(), bearer(token))).toSucceed();
  await home.admin("DELETE", `/svc/api/api-key/${key}`);
  expect(await home.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
  const valid = await home.raw("GET", `${root}/validateSession`, bearer(token));
  expect(valid).toRefuseLikeFileMaker("session_unknown");
});

verifies("proxy:login:deleted-key", "and with a change of the account behind it", async () => {
  const key = await home.aKey();
  const token = await tokenOf(key);
  const change = { user: "readonly", pass: "readonly-pass" };
  expect((await home.admin("PATCH", `/svc/api/api-key/${key}`, change)).status).toBe(200);
  expect(await home.raw("GET", recordsPath(), bearer(token))).toRefuseLikeFileMaker("session_unknown");
  expect(await home.raw("GET", recordsPath(), bearer(await tokenOf(key)))).toSucceed();
});
