import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { hasWrk, wrkLoad } from "../../bench/load/wrk.ts";

test.runIf(hasWrk())("wrk sends exactly the given bytes, and its counts are read", async () => {
  const seen = new Set<string>();
  const server = createServer(({ method, url, headers }, response) => {
    seen.add(`${method} ${url} ${headers.authorization}`);
    response.end("x".repeat(1_000));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const request = Buffer.from(`GET /a?b="c"\\d HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\n\r\n`);
  const report = await wrkLoad({ port, request, connections: 2, seconds: 1 });
  expect([...seen]).toEqual([`GET /a?b="c"\\d Bearer k`]);
  expect(report.failures).toBe(0);
  expect(report.requests).toBeGreaterThan(0);
  expect(report.bytes).toBeGreaterThan(report.requests * 1_000);
  expect(report.p99).toBeGreaterThanOrEqual(report.p50);
  server.closeAllConnections();
  server.close();
});
