import { afterAll, expect } from "vitest";
import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import { serviceCommands } from "#shared/filemaker/commands/service-commands.ts";
import { scriptRun } from "#shared/server/script-run.ts";
import { serviceChange } from "#shared/server/service-change.ts";
import { serviceStatus } from "#shared/server/service-status.ts";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { flowingClock } from "../support/clocks/flowing-clock.ts";
import { basicAuth } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { type Crash, throughCrash } from "./support/a-crashing-worker.ts";
import { aScriptServer } from "./support/a-script-server.ts";

const clock = flowingClock(Date.UTC(2026, 10, 20, 9, 0, 0));
const server = await startServer({ world: aScriptServer(), clock });
afterAll(() => server.close());

async function tokenOf(): Promise<string> {
  const answer = await fetch(`${server.origin}/fmi/admin/api/v2/user/auth`, {
    method: "POST",
    headers: { Authorization: basicAuth("admin", "admin-pass"), "Content-Type": "application/json" },
    body: "{}",
  });
  const { response } = (await answer.json()) as { readonly response: { readonly token: string } };
  return response.token;
}

const ran = () => server.world.database("Tasks")?.tables.get("runs")?.records.size ?? Number.NaN;

/** Tries every point at which a worker can die, one after the other, until it survives all of them. */
async function everyDeath(of: Crash["of"], live: (death: Crash) => Promise<{ readonly survived: boolean }>) {
  for (let number = 1; ; number += 1) if ((await live({ of, number })).survived) return number - 1;
}

async function scriptThrough(death: Crash) {
  server.reload();
  const secrets = {
    credential: { token: await tokenOf() },
    script: { user: "script-runner", pass: "canary-of-the-script", parameter: "" },
  };
  const input = { filename: "Tasks.fmp12", script: "Count", timeoutMinutes: 30 };
  const lived = await throughCrash({
    server,
    clock,
    death,
    input,
    secrets,
    kind: ({ call, vault, process }) => scriptRun({ schedules: scheduleCommands(call), vault, clock, process }),
  });
  // Before it was accepted, nothing was promised.
  const wasAccepted = lived.record !== undefined;
  expect(lived.isAllFinal).toBe(true);
  expect(server.world.server.schedules.size, JSON.stringify(death)).toBe(0);
  expect([lived.record?.state, ran()], JSON.stringify(death)).toEqual(wasAccepted ? ["done", 1] : [undefined, 0]);
  return lived;
}

verifies("server:script:cleaned-up", "a worker that dies at any FileMaker Server call", async () => {
  expect(await everyDeath("call", scriptThrough)).toBeGreaterThan(5);
});

verifies("server:script:once", "a worker that dies at any of its writes", async () => {
  expect(await everyDeath("write", scriptThrough)).toBeGreaterThan(5);
});

async function restartThrough(death: Crash) {
  server.reload();
  const lived = await throughCrash({
    server,
    clock,
    death,
    input: { command: "restart", service: "server" },
    secrets: { credential: { token: await tokenOf() } },
    kind({ call, vault }) {
      const services = serviceCommands(call);
      const status = serviceStatus({ services, probe: nothing });
      return serviceChange({ services, agentClient: nobody, serviceStatus: status, vault, clock });
    },
  });
  expect(lived.isAllFinal).toBe(true);
  expect([lived.record?.state ?? "done", server.world.server.running], JSON.stringify(death)).toEqual(["done", true]);
  return lived;
}

const nobody = () => {
  throw new Error("The Admin API restarts the Database Server");
};
const nothing = { dataApi: nobody, odata: nobody, adminApi: nobody, odataFile: nobody };

verifies("server:process:restart", async () => {
  expect(await everyDeath("call", restartThrough)).toBeGreaterThan(4);
});
