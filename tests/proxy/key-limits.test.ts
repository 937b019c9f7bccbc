import { afterAll, expect } from "vitest";
import type { ErrorName } from "#shared/contract/errors.ts";
import type { Key, Table } from "#shared/ports/table.ts";
import { batchOf } from "../support/http/odata-batch.ts";
import { basicAuth, type KeyOptions, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

/** Names of the calls made to the table, without the registrations of the process, which it renews every few seconds. */
const asked: string[] = [];
const service = await testService({
  environment: { TRUSTED_PROXIES: "127.0.0.1" },
  decorate: (platform) => ({ ...platform, table: noted(platform.table) }),
});
afterAll(() => service.stop());

const office = "192.0.2.7";
const data = "/svc/fmi/data/vLatest/databases/Contacts";
const odata = "/svc/fmi/odata/v4/Contacts";
const from = (address: string) => ({ "X-Forwarded-For": address });

const aLimitedKey = (limits: KeyOptions["limits"] & object, more: KeyOptions = {}) =>
  service.aKey({ isOData: true, databases: ["Contacts.fmp12"], ...more, limits });

interface Case {
  readonly call: string;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Expected error; undefined if the call passes. */
  readonly refused?: ErrorName;
}

const batch = (...lines: readonly string[]) => ({
  body: batchOf(
    "b",
    lines.map((line) => ({ lines: [`${line} HTTP/1.1`] })),
  ).toString(),
  headers: { "Content-Type": "multipart/mixed; boundary=b" },
});
const json = (text: string) => ({ body: text, headers: { "Content-Type": "application/json" } });
const find = { query: [{ firstName: "*" }], limit: "1" };

/** Cases for a key limited to reading two layouts, to one script, to a network, to 60 calls per minute, and to the end of a day. */
const cases: readonly Case[] = [
  { call: `GET ${data}/layouts/Contacts/records?_limit=1` },
  { call: `GET ${data}/layouts/contact%20LIST/records?_limit=1` },
  { call: `HEAD ${data}/layouts/Contacts/records?_limit=1` },
  { call: `GET ${data}/layouts/OttoReceiver/records?_limit=1`, refused: "key_layout_refused" },
  { call: `GET ${data}/Layouts/OttoReceiver/records`, refused: "key_layout_refused" },
  { call: `GET ${data}/layouts/Contacts%2Frecords/records`, refused: "key_call_unchecked" },
  { call: `GET ${data}/layouts`, refused: "key_call_unchecked" },
  { call: `GET ${data}/scripts`, refused: "key_call_unchecked" },
  { call: `POST ${data}/layouts/Contacts/records`, json: { fieldData: {} }, refused: "key_method_refused" },
  { call: `DELETE ${data}/layouts/Contacts/records/1`, refused: "key_method_refused" },
  {
    call: `GET ${data}/layouts/Contacts/records`,
    headers: { "X-HTTP-Method": "DELETE" },
    refused: "key_call_unchecked",
  },
  { call: `GET ${data}/layouts/Contacts/records?layout.response=Contact%20list&_limit=1` },
  { call: `GET ${data}/layouts/Contacts/records?layout.response=OttoReceiver`, refused: "key_layout_refused" },
  { call: `GET ${data}/layouts/Contacts/records?%6Cayout.Response=OttoReceiver`, refused: "key_layout_refused" },
  { call: `GET ${data}/layouts/Contacts/script/Echo?script.param=1` },
  { call: `GET ${data}/layouts/Contacts/script/Give%20JSON`, refused: "key_script_refused" },
  { call: `GET ${data}/layouts/Contacts/records?script=Echo&script.param=Give+JSON&_limit=1` },
  { call: `GET ${data}/layouts/Contacts/records?script=Say+hello`, refused: "key_script_refused" },
  { call: `GET ${data}/layouts/Contacts/records?script.prerequest=Say%20hello`, refused: "key_script_refused" },
  {
    call: `GET ${data}/layouts/Contacts/records?script=Echo&script.presort=OttoReceiver`,
    refused: "key_script_refused",
  },
  { call: `GET ${data}/layouts/Contacts/records?script[]=OttoReceiver`, refused: "key_call_unchecked" },
  { call: `GET ${odata}/Contacts?$top=1` },
  { call: `GET ${odata}/Phones?$top=1`, refused: "key_layout_refused" },
  { call: `GET ${odata}/`, refused: "key_call_unchecked" },
  { call: `GET ${odata}/$metadata`, refused: "key_call_unchecked" },
  { call: `GET ${odata}/FMTID:129`, refused: "key_call_unchecked" },
  { call: `GET ${odata}/Contacts?$expand=Phones`, refused: "key_layout_refused" },
  { call: `GET ${odata}/Contacts?$top=1&$expand=Contacts($expand=Phones($top=1))`, refused: "key_layout_refused" },
  { call: `GET ${odata}/Contacts?$expand=*`, refused: "key_call_unchecked" },
  { call: `GET ${odata}/Contacts?$filter=Phones/any(p:p/number%20eq%20'1')`, refused: "key_call_unchecked" },
  { call: `GET ${odata}/Contacts?$filter=firstName%20eq%20'a/b'&$top=1` },
  { call: `GET ${odata}/Contacts(1)/Phones`, refused: "key_layout_refused" },
  { call: `GET ${odata}/$crossjoin(Contacts,Phones)`, refused: "key_call_unchecked" },
  { call: `POST ${odata}/Script.Echo`, json: {}, refused: "key_method_refused" },
  { call: `GET ${odata}/Script.Say%20hello`, refused: "key_script_refused" },
  { call: `POST ${odata}/$batch`, ...batch("GET Contacts?$top=1", "GET /fmi/odata/v4/Contacts/Contacts?$top=1") },
  { call: `POST ${odata}/$batch`, ...batch("GET Contacts?$top=1", "GET Phones"), refused: "key_layout_refused" },
  { call: `POST ${odata}/$batch`, ...batch("DELETE Contacts(1)"), refused: "key_method_refused" },
  { call: `GET ${data}/layouts/Contacts/records`, headers: from("198.51.100.1"), refused: "key_network_refused" },
  { call: `GET ${odata}/Contacts`, headers: from("2001:db8::1"), refused: "key_network_refused" },
];

const limits = {
  methods: ["GET" as const],
  layouts: ["Contacts", "Contact list"],
  scripts: ["Echo"],
  callsPerMinute: 60,
  networks: ["192.0.2.0/24"],
};

verifies("keys:limits:calls", "in a table of forty requests, each API in its own format", async () => {
  expect(cases).toHaveLength(40);
  const key = await aLimitedKey(limits, { endsAt: new Date(service.clock.now() + 24 * 60 * 60_000).toISOString() });
  for (const { call, refused, headers, ...sent } of cases) {
    const [method = "", path = ""] = call.split(" ");
    const answer = await service.raw(method, path, { key, ...sent, headers: { ...from(office), ...headers } });
    const described = `${call} ${sent.body ?? ""}`;
    if (refused === undefined) expect(answer.status, `${described}: ${answer.text}`).toBe(200);
    else if (path.startsWith(odata)) expect(answer, described).toRefuseLikeOData(refused);
    else expect(answer, described).toRefuseLikeFileMaker(refused);
  }
});

verifies("keys:limits:calls", "layouts and scripts in bodies, as far as these can be read", async () => {
  const key = await aLimitedKey({ layouts: ["Contacts"], scripts: ["Echo"] });
  const path = `${data}/layouts/Contacts/_find`;
  const bodies: readonly [object, ErrorName | undefined][] = [
    [{ json: find }, undefined],
    [{ json: { ...find, script: "Echo", "script.param": "Say hello" } }, undefined],
    [{ json: { ...find, script: "Say hello" } }, "key_script_refused"],
    [{ json: { ...find, "script.prerequest": "Say hello" } }, "key_script_refused"],
    [{ json: { ...find, "script.presort": "Say hello" } }, "key_script_refused"],
    [{ json: { ...find, "layout.response": "OttoReceiver" } }, "key_layout_refused"],
    [json('{"query":[{"firstName":"*"}],"scr\\u0069pt":"Say hello"}'), "key_script_refused"],
    [json('{"script":"Say hello","query":[{"firstName":"*"}],"script":"Echo"}'), "key_call_unchecked"],
    [json('{"query":[{"firstName":"*"}],"script":["Say hello"]}'), "key_call_unchecked"],
    [json("script=Say hello"), "key_call_unchecked"],
    [json("[]"), "key_call_unchecked"],
    [{ ...json(JSON.stringify(find)), headers: { "Content-Type": "text/plain" } }, "key_call_unchecked"],
    [{ body: "x", headers: { "Content-Type": "multipart/form-data; boundary=x" } }, "key_call_unchecked"],
    [json(JSON.stringify({ ...find, note: "x".repeat(1024 * 1024) })), "key_call_unchecked"],
  ];
  for (const [sent, refused] of bodies) {
    const answer = await service.raw("POST", path, { key, ...sent });
    if (refused === undefined) expect(answer, JSON.stringify(sent)).toSucceed();
    else expect(answer, JSON.stringify(sent).slice(0, 200)).toRefuseLikeFileMaker(refused);
  }
});

verifies("keys:limits:calls", "related records of other tables in an OData body", async () => {
  const key = await aLimitedKey({ layouts: ["Contacts"] });
  const post = (sent: object) => service.raw("POST", `${odata}/Contacts`, { key, ...sent });
  const plain = await post({ json: { firstName: "Ada", lastName: "Byron" } });
  expect(plain.status, plain.text).toBe(201);
  expect(await post({ json: { firstName: "Ada", Phones: [{ number: "1" }] } })).toRefuseLikeOData("key_layout_refused");
  expect(await post({ json: { "Phones@odata.bind": ["Phones(1)"] } })).toRefuseLikeOData("key_call_unchecked");
  expect(await post({ body: "<entry/>", headers: { "Content-Type": "application/atom+xml" } })).toRefuseLikeOData(
    "key_call_unchecked",
  );
  const inBatch = batchOf("b", [
    { lines: ["POST Contacts HTTP/1.1", "Content-Type: application/json"], body: '{"Phones":[{"number":"1"}]}' },
  ]);
  const headers = { "Content-Type": "multipart/mixed; boundary=b" };
  const answer = await service.raw("POST", `${odata}/$batch`, { key, body: inBatch, headers });
  expect(answer).toRefuseLikeOData("key_layout_refused");
});

verifies("keys:limits:minute", "the next request gets 429 with an error number of ours and Retry-After", async () => {
  const key = await aLimitedKey({ callsPerMinute: 3 });
  const path = `${data}/layouts/Contacts/records?_limit=1`;
  await service.clock.turn(60_000 - (service.clock.now() % 60_000));
  for (const left of [2, 1, 0]) {
    const answer = await service.raw("GET", path, { key });
    expect(answer).toSucceed();
    expect(answer.headers["ratelimit-policy"]).toBe('"minute";q=3;w=60');
    expect(answer.headers.ratelimit).toMatch(new RegExp(`^"minute";r=${left};t=\\d+$`));
  }
  const refused = await service.raw("GET", path, { key });
  expect(refused).toRefuseLikeFileMaker("key_calls_exceeded");
  expect(refused.body.messages[0].code).toBe("18457");
  const waits = Number(refused.headers["retry-after"]);
  expect(waits).toBeGreaterThan(0);
  expect(waits).toBeLessThanOrEqual(60);
  const inOData = await service.raw("GET", `${odata}/Contacts?$top=1`, { key });
  expect(inOData).toRefuseLikeOData("key_calls_exceeded");
  expect(inOData.headers["retry-after"]).toBeDefined();
  await service.turn(waits * 1_000);
  expect(await service.raw("GET", path, { key })).toSucceed();
});

verifies("keys:limits:minute", "each request of a batch counts, and so does the batch", async () => {
  const key = await aLimitedKey({ callsPerMinute: 3 });
  await service.clock.turn(60_000 - (service.clock.now() % 60_000));
  const three = batch("GET Contacts?$top=1", "GET Contacts?$top=1", "GET Contacts?$top=1");
  expect(await service.raw("POST", `${odata}/$batch`, { key, ...three })).toRefuseLikeOData("key_calls_exceeded");
});

verifies("keys:limits:end", "an expired or disabled key opens nothing, not even through a login", async () => {
  const key = await service.aKey({ isOData: true });
  const path = `${data}/layouts/Contacts/records?_limit=1`;
  const login = await service.raw("POST", `${data}/sessions`, {
    headers: { Authorization: basicAuth("apiKey", key) },
    json: {},
  });
  const { token } = login.body.response;
  const byToken = () => service.raw("GET", path, { headers: { Authorization: `Bearer ${token}` } });
  expect(await byToken()).toSucceed();
  const change = (given: object) => service.admin("PATCH", `/svc/api/api-key/${key}`, given);
  for (const [given, refused] of [
    [{ isDisabled: true }, "key_disabled"],
    [{ isDisabled: false, endsAt: new Date(service.clock.now()).toISOString() }, "key_ended"],
  ] as const) {
    expect((await change(given)).status).toBe(200);
    const answer = await service.raw("GET", path, { key });
    expect(answer).toRefuseLikeFileMaker(refused);
    expect(answer.body.messages[0].code).toBe("212");
    expect(await byToken()).toRefuseLikeFileMaker(refused);
    expect(await service.raw("GET", `${odata}/Contacts`, { key })).toRefuseLikeOData(refused);
  }
  await change({ endsAt: null });
  expect(await service.raw("GET", path, { key })).toSucceed();
});

verifies(
  "keys:limits:admin",
  "an Admin API Key expires, is disabled, and is limited to networks everywhere",
  async () => {
    const key = await service.anAdminKey();
    const managed = (headers: object = {}) =>
      service.raw("GET", "/svc/api/api-key", { headers: { Authorization: `Bearer ${key}`, ...headers } });
    const proxied = () => service.raw("GET", "/svc/fmi/admin/v2/databases", { key });
    const change = (given: object) => service.admin("PATCH", `/svc/api/admin-api-key/${key}`, given);
    expect((await managed()).status).toBe(200);
    await change({ isDisabled: true });
    expect(await managed()).toRefuseWith("key_disabled");
    expect(await proxied()).toRefuseLikeAdminApi("key_disabled");
    await change({ isDisabled: false, endsAt: new Date(service.clock.now()).toISOString() });
    expect(await managed()).toRefuseWith("key_ended");
    expect(await proxied()).toRefuseLikeAdminApi("key_ended");
    await change({ endsAt: null, limits: { networks: ["192.0.2.0/24"] } });
    expect(await managed()).toRefuseWith("key_network_refused");
    expect(await proxied()).toRefuseLikeAdminApi("key_network_refused");
    expect((await managed(from(office))).status).toBe(200);
  },
);

verifies(
  "keys:limits:none",
  "a request with a key without limits makes no table request, though it is counted, and reports no limits",
  async () => {
    const key = await service.aKey();
    const called = () => service.raw("GET", `${data}/layouts/Contacts/records?_limit=1`, { key });
    expect(await called()).toSucceed();
    await service.settle();
    asked.length = 0;
    for (const answer of [await called(), await called(), await called()]) {
      expect(answer).toSucceed();
      expect(answer.headers.ratelimit).toBeUndefined();
    }
    expect(asked).toEqual([]);
    await service.aKey();
    expect(asked).toContain("transact");
  },
);

function noted(table: Table): Table {
  const calls = Object.entries(table).map(([name, call]) => [
    name,
    (...given: unknown[]) => {
      if ((given[0] as Partial<Key>).pk !== "allowance#processes") asked.push(name);
      return call(...given);
    },
  ]);
  return Object.fromEntries(calls);
}
