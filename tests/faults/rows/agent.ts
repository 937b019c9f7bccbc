import assert from "node:assert/strict";
import type { LiveRow } from "../row.ts";
import { demoCall, descendant, type StartedLatchkey, until } from "../support/latchkey.ts";
import { startLatchkey } from "../support/watched-latchkey.ts";

const agentProgram = "local-agent/start.ts";
const sandboxProgram = "sandbox/start.ts";

async function stateOfAgent({ ask }: StartedLatchkey): Promise<string | undefined> {
  const answer = await ask("/svc/api/agents");
  const body = (await answer.json()) as {
    readonly response: { readonly agents?: readonly { readonly state: string }[] };
  };
  return body.response.agents?.find(({ state }) => state !== "revoked")?.state;
}

async function linked(latchkey: StartedLatchkey): Promise<number> {
  await until("the agent is linked", async () => (await stateOfAgent(latchkey)) === "linked");
  return processOf(latchkey, agentProgram);
}

function processOf({ child }: StartedLatchkey, program: string): number {
  const pid = descendant(child.pid ?? 0, program);
  assert(pid !== undefined, `${program} runs`);
  return pid;
}

const readsFiles = async ({ ask }: StartedLatchkey) => (await ask("/svc/api/files?path=documents")).status;

export const agentRows: readonly LiveRow[] = [
  {
    id: "H2",
    sentence: "kill -9 of the agent: its exit is logged, requests fail immediately, and it is restarted",
    async run(fault) {
      const latchkey = await startLatchkey(fault);
      const first = await linked(latchkey);
      assert.equal(await readsFiles(latchkey), 200);
      process.kill(first, "SIGKILL");
      await until("the agent is away", async () => (await stateOfAgent(latchkey)) === "away", 5);
      assert.equal(await readsFiles(latchkey), 503);
      await until("its end is logged", () => /"event":"agent_ended".*"signal":"SIGKILL"/.test(latchkey.log()), 5);
      const second = await linked(latchkey);
      assert.notEqual(second, first);
      assert.equal(await readsFiles(latchkey), 200);
      assert.match(
        await (await latchkey.ask("/svc/readyz")).text(),
        /"is online; it restarted once in the last 24 hours"/,
      );
      // Consecutive ends make the pause longer.
      process.kill(second, "SIGKILL");
      await until("the pause grows", () => latchkey.log().includes('"event":"agent_starts_again","pauseMs":2000'), 5);
      await linked(latchkey);
    },
  },
  {
    id: "H2",
    sentence: "kill -9 of the sandbox: it is restarted at its addresses, and requests continue",
    async run(fault) {
      const latchkey = await startLatchkey(fault);
      const { key, address } = demoCall(latchkey.printed());
      const status = async () => (await fetch(address, { headers: { Authorization: `Bearer ${key}` } })).status;
      assert.equal(await status(), 200);
      process.kill(processOf(latchkey, sandboxProgram), "SIGKILL");
      await until("its end is logged", () => latchkey.log().includes('"event":"sandbox_ended"'), 5);
      await until("calls go on", async () => (await status()) === 200);
    },
  },
  {
    id: "H9",
    waits: true,
    sentence:
      "SIGSTOP of the agent: it is offline after two missed heartbeats, requests fail immediately, and SIGCONT brings it back",
    async run(fault) {
      const latchkey = await startLatchkey(fault);
      const agent = await linked(latchkey);
      process.kill(agent, "SIGSTOP");
      fault.atEnd(() => void process.kill(agent, "SIGCONT"));
      await until("the agent is away", async () => (await stateOfAgent(latchkey)) === "away", 40);
      const begun = performance.now();
      assert.equal(await readsFiles(latchkey), 503);
      assert(performance.now() - begun < 1_000, "the answer came at once");
      process.kill(agent, "SIGCONT");
      await until("the agent is back", async () => (await readsFiles(latchkey)) === 200);
    },
  },
];
