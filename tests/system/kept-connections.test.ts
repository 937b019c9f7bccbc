import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, expect } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import { CalloutRefused } from "#shared/ports/callouts.ts";
import { verifies } from "../support/verifies.ts";

/** Connections made to a listener at every address of this machine. */
const connections: Socket[] = [];
const calls: string[] = [];
const server = createServer((request, response) => {
  calls.push(request.url ?? "");
  request.resume().on("end", () => response.end("an answer"));
});
server.on("connection", (socket) => connections.push(socket));
server.listen(0);
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Returns callouts to a name that resolves to these addresses in turn, and to the last one from then on. */
function aNameThatLeadsTo(...addresses: readonly string[]) {
  let asked = 0;
  const called = callouts({
    isAllowed: (address) => address !== "127.0.0.3",
    async addressesOf() {
      asked += 1;
      return [addresses[Math.min(asked, addresses.length) - 1] ?? ""];
    },
  });
  return (path: string, method: "GET" | "PUT" = "GET") =>
    called.call({
      ...{ url: new URL(`http://store.example.com:${port}${path}`), port, method, keepsConnection: true },
      ...{ timeoutMs: 5_000, largestBytes: 100 },
    });
}

verifies("system:callouts:kept", "successive requests use one connection, of any kind", async () => {
  const call = aNameThatLeadsTo("127.0.0.1");
  const before = connections.length;
  const answers = [await call("/a"), await call("/b", "PUT"), await call("/c")];
  expect(answers.map(({ body }) => Buffer.from(body).toString())).toEqual(["an answer", "an answer", "an answer"]);
  expect(connections.length - before).toBe(1);
});

verifies("system:callouts:kept", "a name that now resolves to a blocked address is rejected", async () => {
  const call = aNameThatLeadsTo("127.0.0.1", "127.0.0.3");
  await call("/before");
  await expect(call("/refused")).rejects.toThrow(CalloutRefused);
  expect(calls).not.toContain("/refused");
});

verifies("system:callouts:kept", "a name that now resolves elsewhere gets a connection there", async () => {
  const call = aNameThatLeadsTo("127.0.0.1", "127.0.0.2");
  const before = connections.length;
  await call("/first");
  await call("/second");
  expect(connections.slice(before).map(({ localAddress }) => localAddress?.replace("::ffff:", ""))).toEqual([
    "127.0.0.1",
    "127.0.0.2",
  ]);
});

verifies("system:callouts:kept", "reads don't fail if the connection was closed meanwhile", async () => {
  const call = aNameThatLeadsTo("127.0.0.1");
  await call("/open");
  const kept = connections.at(-1);
  // The next call is in transit when the connection ends.
  kept?.once("data", () => kept.resetAndDestroy());
  expect(Buffer.from((await call("/again")).body).toString()).toBe("an answer");
  expect(connections.at(-1)).not.toBe(kept);
});
