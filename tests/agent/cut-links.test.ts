import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { aWire } from "./support/a-wire.ts";
import { type AnAgent, agentClientOf, anAgent } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
const wire = await aWire(Number(new URL(service.baseUrl).port));
const linkAddress = `ws://127.0.0.1:${wire.port}/svc/agent`;
const agent = await anAgent(service, host, { linkAddress, fmsadminMs: 3_600_000 });
afterAll(async () => {
  await agent.stop();
  await wire.close();
  await service.stop();
  host.remove();
});

const count = join(host.path, "runs");
const go = join(host.path, "go");
/** Counts its runs, and ends when the file that it waits for exists. */
host.fmsadmin(`
  import { appendFileSync, existsSync } from "node:fs";
  appendFileSync(${JSON.stringify(count)}, "x");
  const look = setInterval(() => existsSync(${JSON.stringify(go)}) && (clearInterval(look), console.log("done")), 5);`);
const runs = () => {
  try {
    return readFileSync(count, "utf8").length;
  } catch {
    return 0; // No run yet.
  }
};
const linksOf = ({ lines }: AnAgent) => lines.filter(({ event }) => event === "linked").length;
const account = { user: "admin", pass: "admin-pass" };

verifies("agent:link:cut", async () => {
  const running = agentClientOf(service).request(
    "fmsadmin.run",
    { run: { task: "list-files" }, ...account },
    { deadlineMs: 3_600_000 },
  );
  await until(() => runs() === 1);
  wire.cut();
  await until(() => agent.lines.some(({ event }) => event === "link_ended"));
  await until(() => wire.open === 0);
  const away = agentClientOf(service).request("log.list", {}, { deadlineMs: 10_000 });
  await expect(away).rejects.toMatchObject({ error: "agent_unavailable" });
  for (let minute = 0; minute < 10; minute += 1) await service.turn(60_000);
  writeFileSync(go, "");
  wire.repair();
  while (linksOf(agent) < 2) {
    await service.turn(15_000);
    await until(() => linksOf(agent) > 1 || wire.open === 0);
  }
  while (!(await Promise.race([running.then(() => true), service.turn(0).then(() => false)])))
    await service.turn(1_000);
  expect(await running).toMatchObject({ exitCode: 0, output: "done\n" });
  expect(runs()).toBe(1);
});
