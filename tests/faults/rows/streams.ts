import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../../../sandbox/fmserver/server.ts";
import { type Answering, empty, wireUpstream } from "../../support/http/wire-upstream.ts";
import type { Fault, LiveRow } from "../row.ts";
import { isAlive, type StartedLatchkey, startProduct, startProgram } from "../support/latchkey.ts";

const path = "/svc/fmi/data/vLatest/databases/Wire/layouts";
const heapMb = 96;
const large = { streams: 32, bytes: 50_000_000, maxGrowthMb: 200 };
/** Slow server: sends 64 KB per second, with random pauses. */
const slow = { streams: 20, pieces: 10, pieceBytes: 64_000, longestPauseMs: 2_000, maxGrowthMb: 75 };
const othersMs = 500;

export const streamRows: readonly LiveRow[] = [
  {
    id: "H7",
    measures: true,
    sentence: `${large.streams} responses of 50 MB at once, with a heap of ${heapMb} MB: all arrive, and memory grows by at most ${large.maxGrowthMb} MB`,
    async run(fault) {
      const product = await behindOurServer(fault, flowing(large.bytes));
      await product.received("warm");
      const before = product.memoryMb();
      const watching = product.maxMemoryMb();
      const sizes = await Promise.all(Array.from({ length: large.streams }, () => product.received("large")));
      assert.deepEqual(new Set(sizes), new Set([large.bytes]));
      const growth = (await watching.end()) - before;
      assert(growth <= large.maxGrowthMb, `memory grew by ${growth} MB`);
      assert(isAlive(product.latchkey.child.pid ?? 0), "it lives");
      assert.equal((await product.latchkey.ask("/svc/healthz")).status, 200);
    },
  },
  {
    id: "U4",
    measures: true,
    sentence: `${slow.streams} responses of 64 KB per second with pauses of up to 2 s: complete, in little memory, without delaying other requests`,
    async run(fault) {
      const product = await behindOurServer(fault, dripping(fault.random));
      await product.received("quick");
      const before = product.memoryMb();
      const watching = product.maxMemoryMb();
      const streams = Array.from({ length: slow.streams }, () => product.received("slow"));
      const whole = Promise.all(streams);
      const state = { isOver: false };
      const end = () => {
        state.isOver = true;
      };
      void whole.then(end, end);
      const times: number[] = [];
      while (!state.isOver) {
        const begun = performance.now();
        await product.received("quick");
        times.push(performance.now() - begun);
        await wait(50);
      }
      assert.deepEqual(new Set(await whole), new Set([slow.pieces * slow.pieceBytes]));
      const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
      assert(p99 <= othersMs, `other calls took ${Math.round(p99)} ms`);
      const growth = (await watching.end()) - before;
      assert(growth <= slow.maxGrowthMb, `memory grew by ${growth} MB`);
    },
  },
];

/** Starts the service with a small heap, in front of a server that answers as the row says. */
async function behindOurServer(fault: Fault, answering: Answering) {
  const upstream = await wireUpstream();
  fault.atEnd(() => upstream.close());
  const sandbox = await startServer();
  fault.atEnd(() => sandbox.close());
  upstream.answers(answering);
  const words = [process.execPath, `--max-old-space-size=${heapMb}`, startProgram];
  const environment = { FMS_URL: upstream.origin, FMS_ADMIN_URL: sandbox.origin };
  const latchkey = await startProduct(fault, words, environment);
  const answer = await latchkey.ask("/svc/api/api-key", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ databases: ["Wire.fmp12"], label: "streams", user: "api", pass: "demo-pass" }),
  });
  const { response } = (await answer.json()) as { readonly response: { readonly key?: string } };
  assert(response.key !== undefined, `a key was made: ${answer.status}`);
  const headers = { Authorization: `Bearer ${response.key}` };
  const memoryMb = () => residentMb(latchkey);
  return {
    latchkey,
    memoryMb,

    /** Reads an answer to its end. Returns its number of bytes. */
    async received(layout: string): Promise<number> {
      const { status, body } = await fetch(`${latchkey.baseUrl}${path}/${layout}/records`, { headers });
      assert.equal(status, 200);
      let bytes = 0;
      for await (const piece of body ?? []) bytes += piece.byteLength;
      return bytes;
    },

    maxMemoryMb() {
      let most = memoryMb();
      const looking = setInterval(() => {
        most = Math.max(most, memoryMb());
      }, 50);
      return {
        async end(): Promise<number> {
          clearInterval(looking);
          return most;
        },
      };
    },
  };
}

function flowing(bytes: number): Answering {
  const piece = Buffer.alloc(1_000_000, 7);
  return (request, response) => {
    if (!request.url?.includes("/large/")) return empty(request, response);
    response.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": bytes });
    let left = bytes;
    const pour = () => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on("drain", pour);
    pour();
  };
}

function dripping(random: () => number): Answering {
  return (request, response) => {
    if (!request.url?.includes("/slow/")) return empty(request, response);
    response.writeHead(200, { "Content-Type": "application/octet-stream" });
    let pieces = slow.pieces;
    const drip = () => {
      pieces -= 1;
      response.write(Buffer.alloc(slow.pieceBytes, 7));
      if (pieces === 0) response.end();
      else setTimeout(drip, random() < 0.3 ? random() * slow.longestPauseMs : 1_000);
    };
    drip();
  };
}

function residentMb({ child }: StartedLatchkey): number {
  const [, kilobytes = ""] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1_000);
}
