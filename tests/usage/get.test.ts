import { afterAll, expect } from "vitest";
import { type TestService, testService } from "../support/test-service.ts";
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
