import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { reconnectingOutbound } from "#shared/filemaker/wire/reconnecting-outbound.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";

let connections = 0;
const server = createServer((_request, response) => response.end("{}"));
server.on("connection", () => {
  connections += 1;
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const clock = turnableClock();
const outbound = reconnectingOutbound(() => undiciOutbound({ origin }), clock, {
  waitUntil: () => undefined,
});
const ask = () => outbound.request({ method: "GET", path: "/", timeoutMs: 5_000 });
afterAll(async () => {
  await outbound.close();
  server.closeAllConnections();
  server.close();
});

test("calls in quick succession share a connection", async () => {
  await ask();
  await clock.turn(1_000);
  await ask();
  expect(connections).toBe(1);
});

test("the first call after a pause uses a new connection", async () => {
  await clock.turn(60_000);
  await ask();
  expect(connections).toBe(2);
});
