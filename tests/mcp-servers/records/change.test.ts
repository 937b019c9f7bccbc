import { afterAll, expect } from "vitest";
import { newerClient } from "../../mcp/support/clients.ts";
import { aClient } from "../../oauth/support/browser.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { basicOf, bearer, connected } from "../support/sdk-clients.ts";
import { servers } from "../support/servers.ts";

const service = await testService();
afterAll(() => service.stop());
const { aServer } = servers(service);

await aServer("changes", { data_tools: "read-write", allowed_tables: ["Contacts"] });
const url = `${service.baseUrl}/svc/mcp/changes`;
const key = await service.aKey({ isOData: true, user: "api", pass: "demo-pass" });
const target = { baseUrl: service.baseUrl, slug: "changes", headers: bearer(key) };
const client = await connected(target);
const changingTools = ["create_record", "update_record", "delete_record"];

type Arguments = Readonly<Record<string, unknown>>;
const call = async (name: string, args: Arguments, by = client) => {
  const { isError = false, structuredContent, content } = await by.callTool({ name, arguments: args });
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the type
  return { isError, text: JSON.stringify(content), structured: structuredContent as any };
};
const aRecord = async (lastName: string): Promise<string> =>
  (await call("create_record", { table: "Contacts", values: { lastName, city: "Bern" } })).structured.record.record_id;
const recordOf = async (record_id: string) =>
  (await call("get_record", { table: "Contacts", record_id, select: ["lastName", "city", "score"] })).structured
    ?.record;

verifies("mcp:records:changes", "a record is created, and returned as stored", async () => {
  const values = { firstName: "Ada", lastName: "O'Hara", score: 7, birthday: "1990-02-28", "tags[2]": "vip" };
  const { structured } = await call("create_record", { table: "contacts", values });
  expect(structured.record).toMatchObject({ fullName: "Ada O'Hara", score: 7, status: "new", birthday: "1990-02-28" });
  const { tools } = await client.listTools();
  const hintsOf = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
  expect(hintsOf("create_record")).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  for (const name of ["update_record", "delete_record"])
    expect(hintsOf(name)).toMatchObject({ readOnlyHint: false, destructiveHint: true });
});

verifies(
  "mcp:records:changes",
  "a change first says what it would do, and is done with the token of that call",
  async () => {
    const record_id = await aRecord("Before");
    const change = { table: "Contacts", record_id, values: { city: "Basel", score: null } };
    const first = await call("update_record", change);
    expect(first.structured).toMatchObject({
      ...{ done: false, affects: { current: { record_id, city: "Bern" } } },
      will_do: expect.stringMatching(/city becomes "Basel", score becomes empty/),
    });
    expect(await recordOf(record_id)).toMatchObject({ city: "Bern" });
    const { confirm_token } = first.structured;
    for (const other of [{ values: { city: "Zug" } }, { record_id: "'5C0FFEE0-0000-4000-8000-000000000001'" }])
      expect(await call("update_record", { ...change, ...other, confirm_token })).toMatchObject({ isError: true });
    expect(await call("delete_record", { table: "Contacts", record_id, confirm_token })).toMatchObject({
      isError: true,
    });
    expect((await call("update_record", { ...change, confirm_token })).structured).toEqual({ done: true, record_id });
    expect(await recordOf(record_id)).toEqual({ record_id, lastName: "Before", city: "Basel" });
    expect(await call("update_record", { ...change, confirm_token })).not.toMatchObject({ structured: { done: true } });
  },
);

verifies("mcp:records:changes", "a token expires when another user has changed the record", async () => {
  const record_id = await aRecord("Shared");
  const change = { table: "Contacts", record_id, values: { city: "Basel" } };
  const { confirm_token } = (await call("update_record", change)).structured;
  const path = `/svc/fmi/odata/v4/Contacts/Contacts(${record_id})`;
  const other = await service.raw("PATCH", path, {
    headers: basicOf("Admin", "full-access-pass"),
    json: { city: "Chur" },
  });
  expect(other.status).toBe(204);
  const again = await call("update_record", { ...change, confirm_token });
  expect(again.structured).toMatchObject({ done: false, affects: { current: { city: "Chur" } } });
  expect(await recordOf(record_id)).toMatchObject({ city: "Chur" });
});

verifies("mcp:records:changes", "a client that can ask its user does, and the answer decides", async () => {
  const record_id = await aRecord("Gone soon");
  const questions: string[] = [];
  const answering = (yes: boolean) =>
    newerClient(url, key, "modern", (message) => {
      questions.push(message);
      return yes;
    });
  const remove = { table: "Contacts", record_id };
  expect(await call("delete_record", remove, await answering(false))).toMatchObject({ isError: true });
  expect(await recordOf(record_id)).toMatchObject({ lastName: "Gone soon" });
  expect((await call("delete_record", remove, await answering(true))).structured).toEqual({ done: true, record_id });
  expect((await call("get_record", remove)).text).toContain("Record not found");
  expect(questions).toHaveLength(2);
  expect(questions[0]).toContain("Delete the record");
  expect(questions[0]).not.toContain("Gone soon");
});

verifies("mcp:records:errors", "invalid values and rejections by the file are explained", async () => {
  const made = (values: unknown, table = "Contacts") => call("create_record", { table, values: values as Arguments });
  const before = service.sandbox.counters.odataCalls;
  for (const [values, word] of [
    [{}, "at least one"],
    [{ fullName: "x" }, "calculated"],
    [{ photo: "x" }, "container"],
    [{ gSearch: "x" }, "calculated"],
    [{ nothing: "x" }, "no field"],
    [{ lastName: { a: 1 } }, "values.lastName"],
    [{ lastName: true }, "values.lastName"],
    [{ "city@odata.bind": "x" }, "no field"],
    ["x", "object"],
  ] as const)
    expect(await made(values)).toMatchObject({ isError: true, text: expect.stringContaining(word) });
  expect(service.sandbox.counters.odataCalls).toBe(before);
  expect(await made({ lastName: "x", score: 101 })).toMatchObject({
    isError: true,
    text: expect.stringContaining("error 503"),
  });
  expect(await made({ id: 5 })).toMatchObject({ isError: true, text: expect.stringContaining("privileges") });
  const reader = await service.aKey({ isOData: true, user: "readonly", pass: "readonly-pass" });
  const readonly = await connected({ ...target, headers: bearer(reader) });
  const refused = await call("create_record", { table: "Contacts", values: { lastName: "x" } }, readonly);
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("privileges don't allow") });
});

verifies("mcp:records:changes", "at most ten records per hour can be deleted", async () => {
  const own = await service.aKey({ isOData: true, user: "api", pass: "demo-pass", label: "deletes" });
  const deleting = await connected({ ...target, headers: bearer(own) });
  const remove = async (record_id: string) => {
    const { confirm_token } = (await call("delete_record", { table: "Contacts", record_id }, deleting)).structured;
    return call("delete_record", { table: "Contacts", record_id, confirm_token }, deleting);
  };
  for (let at = 0; at < 10; at += 1)
    expect((await remove(await aRecord(`Many ${at}`))).structured).toMatchObject({ done: true });
  const spared = await aRecord("Spared");
  expect(await remove(spared)).toMatchObject({ isError: true, text: expect.stringContaining("Wait") });
  expect(await recordOf(spared)).toMatchObject({ lastName: "Spared" });
});

verifies("mcp:records:scope", async () => {
  await aServer("contacts", { data_tools: "read-write", allowed_tables: ["Contacts"] });
  const oauth = aClient(service);
  const namesFor = async (filled: Readonly<Record<string, string>>) => {
    const { clientId, verifier, code } = await oauth.code({ filled });
    const token = (await oauth.exchange(clientId, code, verifier)).body.access_token;
    const mcp = await connected({ baseUrl: service.baseUrl, slug: "contacts", headers: bearer(token) });
    return { token, names: (await mcp.listTools()).tools.map(({ name }) => name) };
  };
  const { token, names } = await namesFor({ access: "read" });
  expect(names).toHaveLength(6);
  expect(names.filter((name) => changingTools.includes(name))).toEqual([]);
  const refused = await service.raw("POST", "/svc/mcp/contacts", {
    headers: bearer(token),
    json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "delete_record", arguments: {} } },
  });
  expect([refused.status, refused.body.error]).toEqual([403, "insufficient_scope"]);
  expect((await namesFor({})).names.filter((name) => changingTools.includes(name))).toEqual(changingTools);
});

verifies("mcp:calls:listed", "a question to the user is listed as one", async () => {
  // Entries soon after a call are written together with later ones.
  await service.turn(250);
  const outcomes = async () => {
    const { body } = await service.admin("GET", "/svc/api/mcp-servers/changes/calls?limit=100");
    return body.response.calls.map(({ tool, outcome }: { tool: string; outcome: string }) => `${tool} ${outcome}`);
  };
  await expect.poll(outcomes).toEqual(expect.arrayContaining(["update_record asked", "update_record done"]));
});
