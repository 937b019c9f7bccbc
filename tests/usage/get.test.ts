import { afterAll, expect } from "vitest";
import { csvAnswer } from "../../functions/edge/answers/csv.ts";
import { adminAccount, type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { figures, nextMinute } from "./support/figures.ts";

const service = await testService();
afterAll(() => service.stop());

const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records";
const dataKey = await service.aKey({ label: "shop", isOData: true });
const newRecord = { fieldData: { firstName: "Ada", lastName: "Lovelace" } };
const { id } = (await service.admin("GET", `/svc/api/api-key/${dataKey}`)).body.response;
const keyName = `data-key:${id}`;

async function calls(count: number, method: string, path: string, options: Parameters<TestService["raw"]>[2] = {}) {
  for (let call = 0; call < count; call += 1) await service.raw(method, path, { key: dataKey, ...options });
}

verifies("usage:counts:calls", async () => {
  const from = await nextMinute(service);
  const sent = (await service.raw("GET", `${records}/1`, { key: dataKey })).text;
  await calls(2, "GET", `${records}/1`);
  await calls(2, "POST", records, { json: newRecord });
  await calls(3, "GET", `${records}/999999`);
  await calls(1, "GET", "/svc/fmi/data/vLatest/databases/Orders/layouts/Orders/records/1");
  await calls(1, "GET", "/svc/fmi/odata/v4/Contacts/Contacts");
  await service.raw("GET", `${records}/1`, { key: "dk_unknown" });
  await nextMinute(service);

  const all = await figures(service, { metric: "calls", from, by: "key,file,api,method,outcome" });
  expect(Object.fromEntries(all.series.map(({ labels, total }) => [Object.values(labels).join(" "), total]))).toEqual({
    [`${keyName} Contacts.fmp12 data GET answered`]: 3,
    [`${keyName} Contacts.fmp12 data GET rejected`]: 3,
    [`${keyName} Contacts.fmp12 data POST answered`]: 2,
    [`${keyName} Contacts.fmp12 odata GET answered`]: 1,
    [`${keyName} none data GET refused`]: 1,
    "none none data GET refused": 1,
  });
  const codes = await figures(service, { metric: "fileMakerErrors", from, by: "key,code" });
  expect(codes.series).toMatchObject([{ labels: { key: keyName, code: "101" }, total: 3 }]);
  const refusals = await figures(service, { metric: "refusals", from, by: "error" });
  expect(refusals.series.map(({ labels, total }) => [labels.error, total])).toEqual([
    ["key_file_not_allowed", 1],
    ["key_unknown", 1],
  ]);
  const bytes = { from, key: keyName, api: "data", outcome: "answered" };
  const [bodies] = (await figures(service, { ...bytes, metric: "receivedBytes", method: "POST" })).series;
  expect(bodies?.total).toBe(2 * JSON.stringify(newRecord).length);
  const [answers] = (await figures(service, { ...bytes, metric: "sentBytes", method: "GET" })).series;
  expect(answers?.total).toBe(3 * Buffer.byteLength(sent));
  const waits = await figures(service, { metric: "timeToFirstByte", from, key: keyName, outcome: "answered" });
  expect(waits).toMatchObject({ kind: "sketch", unit: "milliseconds", groups: 1 });
  expect(waits.series.map(({ statistic }) => statistic)).toEqual(["p50", "p95", "p99"]);
  const [p50 = 0, p95 = 0, p99 = 0] = waits.series.map(({ total }) => total ?? 0);
  expect(0 < p50 && p50 <= p95 && p95 <= p99).toBe(true);
});

verifies("usage:answer:top", async () => {
  const from = await nextMinute(service);
  const keys = await Promise.all(["one", "two", "three"].map((label) => service.aKey({ label })));
  for (const [place, value] of keys.entries())
    for (let call = 0; call <= place; call += 1) await service.raw("GET", `${records}/1`, { key: value });
  await nextMinute(service);
  const asked = { metric: "calls", from, by: "key" };
  const { series, groups } = await figures(service, { ...asked, top: 1 });
  expect(groups).toBe(2);
  expect(series.map(({ isRest, total }) => [isRest, total])).toEqual([
    [false, 3],
    [true, 3],
  ]);
  const first = await figures(service, { ...asked, limit: 2 });
  expect(first.series.map(({ total }) => total)).toEqual([3, 2]);
  const last = await figures(service, { ...asked, limit: 2, cursor: first.cursor ?? "" });
  expect([last.series.map(({ total }) => total), last.cursor]).toEqual([[1], null]);
  const waits = await figures(service, { ...asked, metric: "timeToFirstByte", top: 1 });
  expect(waits.series.map(({ isRest, statistic }) => [isRest, statistic])).toEqual([
    [false, "p50"],
    [false, "p95"],
    [false, "p99"],
    [true, "p50"],
    [true, "p95"],
    [true, "p99"],
  ]);
});

verifies("usage:answer:refusals", async () => {
  const refused = async (query: string) => {
    const { status, body } = await service.admin("GET", `/svc/api/usage?${query}`);
    return [status, body.messages[0].code];
  };
  const long = "from=2026-11-01T00:00:00.000Z&to=2026-11-20T00:00:00.000Z";
  expect(await refused("metric=calls&from=2026-11-20T09:00:00.000Z&to=2026-11-20T08:00:00.000Z")).toEqual([400, 19900]);
  expect(await refused(`metric=calls&step=60&${long}`)).toEqual([400, 19900]);
  const old = "from=2026-11-10T00:00:00.000Z&to=2026-11-10T01:00:00.000Z";
  expect(await refused(`metric=calls&step=60&${old}`)).toEqual([400, 19900]);
  expect(await refused("metric=calls&by=code")).toEqual([400, 19901]);
  expect(await refused("metric=fileMakerErrors&method=GET")).toEqual([400, 19901]);
  expect(await refused("metric=calls&by=colour")).toEqual([400, 18010]);
  expect(await refused("metric=calls&step=61")).toEqual([400, 18010]);
  expect(await refused("metric=calls&cursor=nonsense")).toEqual([400, 18010]);
  expect(await refused("")).toEqual([400, 18010]);
  expect((await service.admin("GET", `/svc/api/usage?metric=calls&${long}`)).body.response.stepSeconds).toBe(21_600);
  expect((await service.raw("GET", "/svc/api/usage?metric=calls")).status).toBe(401);
});

verifies("usage:continuity:restart", "the requests of a service that is stopped and started", async () => {
  const from = await nextMinute(service);
  await calls(4, "GET", `${records}/1`);
  await service.restart();
  await calls(3, "GET", `${records}/1`);
  await nextMinute(service);
  const { series } = await figures(service, { metric: "calls", from, key: keyName });
  expect(series.map(({ total }) => total)).toEqual([7]);
});

verifies("usage:answer:csv", async () => {
  const from = await nextMinute(service);
  await calls(2, "GET", `${records}/1`);
  await nextMinute(service);
  const query = new URLSearchParams({ metric: "calls", from, step: "60", by: "outcome", key: keyName });
  const headers = { Authorization: adminAccount, Accept: "text/csv, */*;q=0.1" };
  const answer = await service.raw("GET", `/svc/api/usage?${query}`, { headers });
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
  const [head, first] = answer.text.split("\r\n");
  expect([head, first]).toEqual(["from,calls answered sum (calls)", `${from},2`]);
  const names = csvAnswer([["=1+1", 'a "b", c', "-2", -2, null]]);
  expect(names.body).toBe(`'=1+1,"a ""b"", c",'-2,-2,\r\n`);
});
