import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import type { Fault, LiveRow } from "../row.ts";
import { demoCall, type StartedLatchkey, until } from "../support/latchkey.ts";
import { startLatchkey } from "../support/watched-latchkey.ts";

const slowClients = 1_000;
const idleClients = 10_000;
/** Maximum seconds until a slow head is closed. */
const closedSeconds = 15;
const measuredCalls = 300;
/** Additional milliseconds of a call compared to a quiet machine: two cores are shared with a thousand clients in this program. */
const toleratedMs = 20;

export const slowClientRows: readonly LiveRow[] = [
  {
    id: "N3",
    measures: true,
    sentence:
      "1,000 clients that send headers byte by byte: other requests stay fast, and the clients are disconnected within 15 s",
    async run(fault) {
      const latchkey = await startLatchkey(fault);
      const before = await p99(latchkey);
      const slow = clients(fault, latchkey, slowClients);
      const dripping = setInterval(() => {
        for (const { socket } of slow) if (socket.writable) socket.write("X-A: b\r\n");
      }, 1_000);
      fault.atEnd(() => clearInterval(dripping));
      const opened = performance.now();
      for (const { socket } of slow) socket.write("GET /svc/healthz HTTP/1.1\r\nHost: here.test\r\n");
      const meanwhile = await p99(latchkey);
      assert(meanwhile <= 2 * before + toleratedMs, `p99 of ${meanwhile} ms, without them ${before} ms`);
      const left = closedSeconds - (performance.now() - opened) / 1_000;
      await until("all of them are closed", () => slow.every(({ socket }) => socket.destroyed), Math.max(1, left));
    },
  },
  {
    id: "N3",
    measures: true,
    sentence:
      "10,000 idle connections: those beyond the limit are closed, and requests are answered once they are gone",
    async run(fault) {
      const latchkey = await startLatchkey(fault);
      const before = await p99(latchkey);
      const idle = clients(fault, latchkey, idleClients);
      await until("what is too much is closed", () => idle.filter(({ socket }) => !socket.destroyed).length <= 2_000);
      for (const { socket } of idle) socket.destroy();
      await until(
        "calls are answered",
        async () => (await latchkey.ask("/svc/healthz").catch(() => undefined))?.ok === true,
      );
      const after = await p99(latchkey);
      assert(after <= 2 * before + toleratedMs, `p99 of ${after} ms, before them ${before} ms`);
    },
  },
];

function clients(fault: Fault, { baseUrl }: StartedLatchkey, count: number): readonly { readonly socket: Socket }[] {
  const { hostname, port } = new URL(baseUrl);
  const opened = Array.from({ length: count }, () => ({
    // The row tests whether the connection is closed, not how.
    socket: connect({ host: hostname, port: Number(port) })
      .on("error", () => undefined)
      .resume(),
  }));
  fault.atEnd(() => {
    for (const { socket } of opened) socket.destroy();
  });
  return opened;
}

/** Returns the 99th percentile of consecutive calls with a key, in milliseconds. */
async function p99(latchkey: StartedLatchkey): Promise<number> {
  const { key, address } = demoCall(latchkey.printed());
  const times: number[] = [];
  for (let call = 0; call < measuredCalls; call += 1) {
    const begun = performance.now();
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    assert.equal(answer.status, 200);
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(measuredCalls * 0.99)] ?? 0;
}
