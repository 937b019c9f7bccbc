import { truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { isProgramRunning, startMarkOf } from "../../local-agent/programs/running-program.ts";
import { call } from "../support/http/call.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { adminAccount } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

interface Listed {
  readonly id: string;
  readonly state: string;
}

async function agentsOf(baseUrl: string): Promise<readonly Listed[]> {
  const { body } = await call(baseUrl, "GET", "/svc/api/agents", { headers: { Authorization: adminAccount } });
  return body.response.agents;
}

async function linkedAgent(baseUrl: string): Promise<Listed> {
  for (;;) {
    const linked = (await agentsOf(baseUrl)).find(({ state }) => state === "linked");
    if (linked !== undefined) return linked;
    await pause(50);
  }
}

verifies("agent:runtime:start", async () => {
  const settings = { DATA_DIR: join(scratchFolder(), "data") };
  const first = await latchkeyProcess(settings);
  const { id } = await linkedAgent(first.baseUrl);
  const child = agentOf(first.pid);
  const mark = startMarkOf(child);
  expect(await first.terminate()).toEqual({ code: 0, signal: null });
  await until(() => !isProgramRunning(child, mark));

  // The next start continues with the enrolled agent.
  const second = await latchkeyProcess(settings);
  expect((await linkedAgent(second.baseUrl)).id).toBe(id);
});

verifies("agent:runtime:entries", async () => {
  const settings = { DATA_DIR: join(scratchFolder(), "data") };
  const first = await latchkeyProcess(settings);
  const { id } = await linkedAgent(first.baseUrl);
  await first.terminate();
  truncateSync(join(settings.DATA_DIR, "agent/identity.json"), 20);
  const second = await latchkeyProcess(settings);
  const successor = await linkedAgent(second.baseUrl);
  expect(successor.id).not.toBe(id);
  expect((await agentsOf(second.baseUrl)).map((agent) => agent.id)).toEqual([successor.id]);
});

/** Returns the process id of the agent that a service has started. */
function agentOf(parent: number): number {
  const { readdirSync, readFileSync } = process.getBuiltinModule("node:fs");
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    try {
      const isChild = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1] === String(parent);
      return isChild && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("local-agent");
    } catch {
      return false; // It has ended since it was listed.
    }
  });
  if (found === undefined) throw new Error("The service has started no agent");
  return Number(found);
}
