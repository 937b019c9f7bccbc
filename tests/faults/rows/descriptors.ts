import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import type { LiveRow } from "../row.ts";
import { isAlive, type StartedLatchkey, startProgram, until } from "../support/latchkey.ts";
import { withoutProgram } from "../support/programs.ts";
import { startLatchkey } from "../support/watched-latchkey.ts";

/** Maximum number of descriptors left for connections, in addition to stores, logs and Node's own. */
const maxDescriptors = 64;
/** Seconds without any free descriptor. */
const starvedSeconds = 5;

export const descriptorRows: readonly LiveRow[] = [
  {
    id: "H6",
    sentence: "out of descriptors: no busy loop, and requests are answered again once there are some",
    missing: () => withoutProgram("prlimit"),
    async run(fault) {
      const words = ["prlimit", `--nofile=${maxDescriptors}`, process.execPath, startProgram, "demo"];
      const latchkey = await startLatchkey(fault, words);
      const status = callOf(latchkey);
      assert.equal(await status(), 200);

      const { hostname, port } = new URL(latchkey.baseUrl);
      const idle = Array.from({ length: 2 * maxDescriptors }, () => opened(hostname, Number(port)));
      fault.atEnd(() => closed(idle));
      await until("no new client gets an answer", async () => (await status(1_000)) !== 200);
      const before = cpuSeconds(latchkey);
      await until("a while has passed", afterSeconds(starvedSeconds), starvedSeconds + 1);
      const used = cpuSeconds(latchkey) - before;
      assert(used < starvedSeconds / 2, `it used ${used} s of the processor in ${starvedSeconds} s`);
      assert(isAlive(latchkey.child.pid ?? 0), "it lives");

      closed(idle);
      await until("calls are answered again", async () => (await status()) === 200, 15);
      assert.equal((await latchkey.ask("/svc/api/databases")).status, 200);
    },
  },
];

/** Returns a function that makes a proxied call on a new connection; it returns undefined without an answer. */
function callOf(latchkey: StartedLatchkey) {
  const [, key = "", address = ""] = /-H 'Authorization: Bearer (\S+)' '(\S+)'/.exec(latchkey.printed()) ?? [];
  const headers = { Authorization: `Bearer ${key}`, Connection: "close" };
  return async (maxMs = 30_000): Promise<number | undefined> => {
    try {
      return (await fetch(address, { headers, signal: AbortSignal.timeout(maxMs) })).status;
    } catch {
      return undefined; // Cut off, or without an answer in time: that is what the row tests.
    }
  };
}

function opened(host: string, port: number): Socket {
  return connect({ host, port }).on("error", () => undefined);
}

function closed(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

function afterSeconds(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() >= end;
}

/** Returns the CPU seconds used by the process itself. Linux counts in hundredths of a second. */
function cpuSeconds({ child }: StartedLatchkey): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
