import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { undiciOutbound } from "../../shared/filemaker/outbound.ts";
import { thawingOutbound } from "../../shared/filemaker/thawing-outbound.ts";
import { turnableClock } from "../support/turnable-clock.ts";

let connections = 0;
const server = createServer((_request, response) => response.end("{}"));
server.on("connection", () => {
  connections += 1;
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const clock = turnableClock();
const outbound = thawingOutbound(() => undiciOutbound({ origin }), clock, {
  run: () => undefined,
});
const ask = () => outbound.request({ method: "GET", path: "/", timeoutMs: 5_000 });
afterAll(async () => {
  await outbound.close();
  server.closeAllConnections();
  server.close();
});

test("calls close together share a connection", async () => {
  await ask();
  await clock.turn(1_000);
  await ask();
  expect(connections).toBe(1);
});

test("the first call after a pause goes out on a connection of its own", async () => {
  await clock.turn(60_000);
  await ask();
  expect(connections).toBe(2);
});
