import assert from "node:assert/strict";
import type { Fault, LiveRow } from "../row.ts";
import { demoCall, descendant, descendants, isAlive, type StartedLatchkey, until } from "../support/latchkey.ts";
import { startLatchkey } from "../support/watched-latchkey.ts";

/** Maximum seconds of a stop, regardless of calls in progress. */
const stopSeconds = 10;

/** Checks that all descendants are gone, and that the port is free. */
async function stops(latchkey: StartedLatchkey, signal: () => void): Promise<void> {
  const own = latchkey.child.pid ?? 0;
  const all = [own, ...descendants(own)];
  assert(all.length >= 3, "service, agent and sandbox run");
  signal();
  await until("everything has ended", () => all.every((pid) => !isAlive(pid)), stopSeconds);
  await assert.rejects(fetch(`${latchkey.baseUrl}/svc/healthz`), "the port is free");
}

async function withAgent(fault: Fault, words?: readonly string[]): Promise<StartedLatchkey> {
  const latchkey = await startLatchkey(fault, words);
  await until("the agent runs", () => descendant(latchkey.child.pid ?? 0, "local-agent/start.ts") !== undefined);
  return latchkey;
}

export const signalRows: readonly LiveRow[] = [
  {
    id: "H3",
    endsProduct: true,
    sentence: "SIGTERM to npm start stops everything within ten seconds, and the port is free",
    async run(fault) {
      const latchkey = await withAgent(fault, ["npm", "start"]);
      await stops(latchkey, () => void latchkey.child.kill("SIGTERM"));
    },
  },
  {
    id: "H3",
    endsProduct: true,
    sentence: "Ctrl-C, which a terminal sends to npm, its shell, and Latchkey at once: the same",
    async run(fault) {
      const latchkey = await withAgent(fault, ["npm", "start"]);
      await stops(latchkey, () => void process.kill(-(latchkey.child.pid ?? 0), "SIGINT"));
    },
  },
  {
    id: "H3",
    endsProduct: true,
    sentence: "the shell between npm and Latchkey is killed: everything stops in the same way",
    async run(fault) {
      const latchkey = await withAgent(fault, ["npm", "start"]);
      const shell = descendants(latchkey.child.pid ?? 0)[0] ?? 0;
      await stops(latchkey, () => void process.kill(shell, "SIGKILL"));
    },
  },
  {
    id: "H3",
    endsProduct: true,
    sentence: "SIGTERM while the agent is frozen and a request waits for it",
    async run(fault) {
      const latchkey = await withAgent(fault);
      await until("files are read", async () => (await latchkey.ask("/svc/api/files?path=documents")).status === 200);
      const agent = descendant(latchkey.child.pid ?? 0, "local-agent/start.ts") ?? 0;
      process.kill(agent, "SIGSTOP");
      const waiting = latchkey.ask("/svc/api/files?path=documents").catch(() => undefined);
      await stops(latchkey, () => void latchkey.child.kill("SIGTERM"));
      await waiting;
    },
  },
  {
    id: "H3",
    endsProduct: true,
    sentence: "SIGTERM while the sandbox is frozen and sessions have to be logged out",
    async run(fault) {
      const latchkey = await withAgent(fault);
      const { key, address } = demoCall(latchkey.printed());
      assert.equal((await fetch(address, { headers: { Authorization: `Bearer ${key}` } })).status, 200);
      process.kill(descendant(latchkey.child.pid ?? 0, "sandbox/start.ts") ?? 0, "SIGSTOP");
      await stops(latchkey, () => void latchkey.child.kill("SIGTERM"));
    },
  },
];
