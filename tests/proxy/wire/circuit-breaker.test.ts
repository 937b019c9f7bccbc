import { afterAll, beforeEach, expect } from "vitest";
import { saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const path = "/svc/fmi/odata/v4/Wire/contacts";
const rows = saying(200, ["Content-Type", "application/json"], "{}");
const page = saying(503, ["Content-Type", "text/html"], "<h1>Service Unavailable</h1>");
const call = () => service.raw("GET", path, { key });
const calls = async (count: number) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await call()).status);
  return statuses;
};

beforeEach(async () => {
  upstream.answers(rows);
  await service.turn(30_000);
  await call();
  await service.turn(30_000);
});

verifies("proxy:outages:breaker", async () => {
  upstream.answers(page);
  expect(await calls(20)).toEqual(Array(20).fill(503));
  const { length } = upstream.calls;
  const refused = await call();
  expect(refused).toRefuseLikeOData("upstream_unreachable");
  expect(refused.headers["retry-after"]).toBe("5");
  expect(upstream.calls).toHaveLength(length);

  await service.turn(5_001);
  expect((await call()).status).toBe(503);
  expect((await call()).status).toBe(502);
  expect(upstream.calls).toHaveLength(length + 1);

  upstream.answers(rows);
  await service.turn(5_001);
  expect(await calls(5)).toEqual(Array(5).fill(200));
});

verifies("proxy:outages:breaker", "half of them are enough, and fewer aren't", async () => {
  let count = 0;
  const everyNth = (n: number) =>
    upstream.answers((request, response) => (count++ % n === 0 ? page : rows)(request, response));
  everyNth(3);
  expect(await calls(40)).not.toContain(502);
  await service.turn(30_000);
  everyNth(2);
  expect(await calls(40)).toContain(502);
});

verifies("proxy:outages:breaker", "other APIs of the server aren't affected", async () => {
  upstream.answers((request, response) => (request.url?.includes("/odata/") ? page : rows)(request, response));
  await calls(21);
  expect((await call()).status).toBe(502);
  expect((await service.raw("GET", "/svc/fmi/data/vLatest/productInfo", { key })).status).toBe(200);
});

verifies("proxy:outages:ordinary-errors", async () => {
  upstream.answers(saying(500, ["Content-Type", "application/json"], '{"messages":[{"code":"401"}],"response":{}}'));
  expect(await calls(40)).toEqual(Array(40).fill(500));
});

verifies("proxy:outages:retries", async () => {
  upstream.answers((request) => request.socket.destroy());
  const { length } = upstream.calls;
  const statuses = await calls(15);
  expect(new Set(statuses)).toEqual(new Set([502]));
  // Attempts, three of them repeated; after 20, the server isn't called for a while.
  expect(upstream.calls.length - length).toBeLessThanOrEqual(18);
  expect(upstream.calls.length - length).toBeGreaterThan(15);
});
