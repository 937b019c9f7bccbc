import { afterAll, beforeEach, expect } from "vitest";
import { type WatchedTable, watchedTable } from "../support/tables/watched-table.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let table: WatchedTable | undefined;
const service = await testService({
  decorate: (platform) => {
    table = watchedTable(platform.table);
    return { ...platform, table };
  },
});
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const database = "/svc/fmi/data/vLatest/databases/Contacts";
const first = `${database}/layouts/Contacts/records?_limit=1`;
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

async function logIn(key: string, json: unknown = {}) {
  return service.raw("POST", `${database}/sessions`, { headers: { Authorization: basicAuth("apiKey", key) }, json });
}
const tokenOf = async (key: string): Promise<string> => (await logIn(key)).body.response.token;

const setGlobal = (token: string, value: string, path = `${database}/globals`) =>
  service.raw("PATCH", path, { ...bearer(token), json: { globalFields: { "Contacts::gSearch": value } } });

const globalSeenBy = async (token: string) =>
  (await service.raw("GET", first, bearer(token))).body.response.data?.[0].fieldData.gSearch;

verifies("proxy:globals:bare-key", async () => {
  const key = await service.aKey();
  const globals = { key, json: { globalFields: { "Contacts::gSearch": "x" } } };
  const answer = await service.raw("PATCH", `${database}/globals`, globals);
  expect(answer).toRefuseLikeFileMaker("session_required");
  expect(answer.status).toBe(409);
  expect(answer.body.messages[0].message).toMatch(/Log in with the key first, then send the returned token/);
});

verifies(
  "proxy:globals:bare-key",
  "in any spelling of the word that FileMaker Server may read as the same",
  async () => {
    const key = await service.aKey();
    const before = service.sandbox.counters.calls;
    for (const word of ["globals/", "%67lobals", "Globals", "GLOBAL%53"]) {
      const answer = await service.raw("PATCH", `${database}/${word}`, { key, json: { globalFields: {} } });
      expect(answer, word).toRefuseLikeFileMaker("session_required");
    }
    expect(service.sandbox.counters.calls).toBe(before);
  },
);

verifies("proxy:globals:private", async () => {
  const key = await service.aKey();
  const [one, two] = [await tokenOf(key), await tokenOf(key)];
  const { logins } = service.sandbox.counters;
  expect(await setGlobal(one, "mine")).toSucceed();
  expect(service.sandbox.counters.logins - logins).toBe(1);
  expect(await setGlobal(one, "mine again")).toSucceed();
  expect(await globalSeenBy(one)).toBe("mine again");
  expect(await globalSeenBy(two)).toBe("");
  expect((await service.raw("GET", first, { key })).body.response.data[0].fieldData.gSearch).toBe("");
  expect(service.sandbox.counters.logins - logins).toBe(1);
});

verifies("proxy:globals:private", "two parallel first globals share one private session", async () => {
  const token = await tokenOf(await service.aKey());
  const { logins } = service.sandbox.counters;
  const answers = await Promise.all(["a", "b", "c"].map((value) => setGlobal(token, value)));
  for (const answer of answers) expect(answer).toSucceed();
  expect(service.sandbox.counters.logins - logins).toBe(1);
  expect(await globalSeenBy(token)).toMatch(/^[abc]$/);
});

verifies("proxy:globals:private", "a login's logout ends the FileMaker session too", async () => {
  const token = await tokenOf(await service.aKey());
  await setGlobal(token, "x");
  const { logouts } = service.sandbox.counters;
  const open = service.sandbox.counters.openSessions();
  expect(await service.raw("DELETE", `${database}/sessions/${token}`)).toSucceed();
  expect(service.sandbox.counters.logouts - logouts).toBe(1);
  expect(open - service.sandbox.counters.openSessions()).toBe(1);
});

verifies(
  "proxy:globals:private",
  "if the private session dies, the login ends, because its globals are gone",
  async () => {
    const key = await service.aKey();
    const token = await tokenOf(key);
    await setGlobal(token, "x");
    service.sandbox.faults.set({ kind: "deadToken", path: "/records", times: 1 });
    const { logins } = service.sandbox.counters;
    const answer = await service.raw("GET", first, bearer(token));
    expect(answer).toRefuseLikeFileMaker("session_unknown");
    expect(answer.body.messages[0].code).toBe("952");
    expect(await service.raw("GET", first, bearer(token))).toRefuseLikeFileMaker("session_unknown");
    expect(service.sandbox.counters.logins).toBe(logins);
    expect(await setGlobal(await tokenOf(key), "y")).toSucceed();
  },
);

verifies("proxy:login:validate", "for a private session, the server itself is asked", async () => {
  const token = await tokenOf(await service.aKey());
  await setGlobal(token, "x");
  const validate = () => service.raw("GET", "/svc/fmi/data/vLatest/validateSession", bearer(token));
  const answer = await validate();
  expect(answer).toSucceed();
  expect(answer.body.response).toEqual({ isSessionInUse: false });
  service.sandbox.faults.set({ kind: "deadToken", path: "validateSession", times: 1 });
  expect(await validate()).toRefuseLikeFileMaker("session_unknown");
  expect(await validate()).toRefuseLikeFileMaker("session_unknown");
});

verifies(
  "proxy:globals:private",
  "a private session stays the login's own after memory was refreshed from the table",
  async () => {
    const token = await tokenOf(await service.aKey());
    await setGlobal(token, "kept");
    const reads = table?.reads("native#") ?? 0;
    await service.turn(6_000);
    expect(await globalSeenBy(token)).toBe("kept");
    expect((table?.reads("native#") ?? 0) - reads).toBe(1);
  },
);

verifies("proxy:globals:private", "a private session that can't be recorded is closed", async () => {
  const token = await tokenOf(await service.aKey());
  expect(await service.raw("GET", first, bearer(token))).toSucceed();
  const open = service.sandbox.counters.openSessions();
  if (table !== undefined) table.away = true;
  const answer = await setGlobal(token, "x");
  if (table !== undefined) table.away = false;
  expect(answer).toRefuseLikeFileMaker("store_unavailable");
  expect(service.sandbox.counters.openSessions()).toBe(open);
  expect(await setGlobal(token, "x")).toSucceed();
});

verifies(
  "proxy:login:token",
  "a login with external data sources has its own FileMaker session from the start",
  async () => {
    const key = await service.aKey();
    const source = { database: "Orders", username: "api", password: "demo-pass" };
    await service.raw("GET", first, { key });
    const { logins } = service.sandbox.counters;
    const answer = await logIn(key, { fmDataSource: [source] });
    expect(answer).toSucceed();
    // One checks the account of the source, and is ended.
    expect(service.sandbox.counters.logins - logins).toBe(2);
    const { token } = answer.body.response;
    expect(await setGlobal(token, "x")).toSucceed();
    expect(service.sandbox.counters.logins - logins).toBe(2);
  },
);

verifies(
  "proxy:logins:refused",
  "a wrong account of an external data source doesn't count against the key",
  async () => {
    const key = await service.aKey();
    const wrong = [{ database: "Orders", username: "api", password: "wrong" }];
    const answer = await logIn(key, { fmDataSource: wrong });
    expect(answer).toRefuseLikeFileMaker("data_source_refused");
    expect([answer.status, answer.body.messages[0].code]).toEqual([401, "212"]);
    expect(await logIn(key)).toSucceed();
    expect(await service.raw("GET", first, { key })).toSucceed();
  },
);
