import { afterAll, expect } from "vitest";
import { minuteMs } from "#shared/usage/period.ts";
import { exposition, formatFor } from "#shared/usage/scrape/exposition.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aServiceOfLines } from "./support/a-service-of-lines.ts";
import { odd, openMetrics } from "./support/odd-metrics.ts";

const service = await testService();
afterAll(() => service.stop());

const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records";
const token = async () => (await service.admin("POST", "/svc/api/metrics-token", {})).body.response.value as string;
const read = (value: string, accept = "*/*") =>
  service.raw("GET", "/svc/metrics", { headers: { Authorization: `Bearer ${value}`, Accept: accept } });

verifies("usage:metrics:token", async () => {
  const none = await service.raw("GET", "/svc/metrics");
  expect([none.status, none.text]).toEqual([401, expect.stringContaining("metrics token")]);
  const first = await token();
  expect((await read(first)).status).toBe(200);
  const { token: kept } = (await service.admin("GET", "/svc/api/metrics-token")).body.response;
  expect(kept).toMatchObject({ hint: `mt_…${first.slice(-4)}`, createdBy: "account:admin" });
  const second = await token();
  expect([(await read(first)).status, (await read(second)).status]).toEqual([401, 200]);
  expect((await read(`${second.slice(0, -1)}~`)).status).toBe(401);
  expect((await read(await service.anAdminKey())).status).toBe(401);
  const management = await service.raw("GET", "/svc/api/usage?metric=calls", { key: second });
  expect(management.status).toBe(401);
  expect(JSON.stringify(await service.rows("metrics-token"))).not.toContain(second);
  expect((await service.admin("DELETE", "/svc/api/metrics-token")).body.response).toEqual({ deleted: true });
  expect((await service.admin("DELETE", "/svc/api/metrics-token")).body.response).toEqual({ deleted: false });
  expect((await read(second)).status).toBe(401);
});

verifies("usage:metrics:counters", async () => {
  const value = await token();
  const key = await service.aKey();
  for (let call = 0; call < 3; call += 1) await service.raw("GET", `${records}/1`, { key });
  await service.raw("GET", `${records}/99999`, { key });
  const answer = await read(value);
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = answer.text.split("\n");
  const { id } = (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response;
  const of = `key="${id}",file="Contacts.fmp12",api="data"`;
  expect(lines).toContain(`latchkey_calls_total{${of},method="GET",outcome="answered"} 3`);
  expect(lines).toContain(`latchkey_file_maker_errors_total{${of},code="101"} 1`);
  expect(lines).toContain('latchkey_time_to_first_byte_seconds_count{file="Contacts.fmp12",api="data",method="GET"} 4');
  expect(answer.text).not.toContain(key.slice(-4));
});

verifies("usage:metrics:from-lines", async () => {
  const { lines, service: counted } = await aServiceOfLines();
  const key = await counted.aKey();
  for (let call = 0; call < 3; call += 1) await counted.raw("GET", `${records}/1`, { key });
  await counted.raw("GET", `${records}/99999`, { key });
  const { value } = (await counted.admin("POST", "/svc/api/metrics-token", {})).body.response;
  const linesOfCalls = async () => {
    const answer = await counted.raw("GET", "/svc/metrics", { headers: { Authorization: `Bearer ${value}` } });
    expect(answer.status).toBe(200);
    return answer.text.split("\n").filter((line) => /^latchkey_(calls|file_maker_errors)_total\{key="1"/.test(line));
  };
  await lines.handOver(lines.taken());
  // Delivered lines aren't part of a minute yet.
  expect(await linesOfCalls()).toEqual([]);
  await counted.turn(3 * minuteMs);
  await lines.sweep();
  const of = 'key="1",file="Contacts.fmp12",api="data"';
  const expected = [
    `latchkey_calls_total{${of},method="GET",outcome="answered"} 3`,
    `latchkey_calls_total{${of},method="GET",outcome="rejected"} 1`,
    `latchkey_file_maker_errors_total{${of},code="101"} 1`,
  ];
  expect((await linesOfCalls()).toSorted()).toEqual(expected);
  // Another run adds nothing.
  await lines.sweep();
  expect((await linesOfCalls()).toSorted()).toEqual(expected);
});

verifies("usage:metrics:formats", async () => {
  expect(
    [undefined, "*/*", "text/plain", "text/plain;q=0.9,application/openmetrics-text;q=0.1"].map(formatFor),
  ).toEqual(Array(4).fill("text"));
  expect(formatFor(openMetrics)).toBe("openMetrics");
  const text = exposition(odd, "text");
  expect(text).toContain('file="Ein \\"Test\\" \\\\ 1.fmp12"');
  expect(text).toContain('le="0.005"} 1\n');
  expect(text).toContain('le="+Inf"} 3\n');
  const standard = exposition(odd, "openMetrics");
  expect(standard.endsWith("\n# EOF\n")).toBe(true);
  expect(standard).toContain("# TYPE latchkey_calls counter\n");
  expect(text).toContain("# TYPE latchkey_calls_total counter\n");
});
