import { afterAll, expect } from "vitest";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import type { Platform } from "../../functions/platform.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { agentClientOf, anAgent } from "./support/an-agent.ts";

const store = { isAway: false, leavesOn: "" };
const service = await testService({ decorate: (platform) => ({ ...platform, table: interrupted(platform) }) });
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});

const logs = (deadlineMs = 10_000) => agentClientOf(service).request("log.list", {}, { deadlineMs });

verifies("agent:link:one", "an enrolled agent answers typed requests over its link, and reports its host", async () => {
  const agent = await anAgent(service, host);
  const { entries } = await agentClientOf(service).request(
    "file.list",
    { root: "databases", path: "" },
    { deadlineMs: 10_000 },
  );
  expect(entries).toEqual([{ name: "Contacts.fmp12", kind: "file", sizeBytes: 8, modifiedAt: expect.any(Number) }]);
  const { body } = await service.admin("GET", "/svc/api/agents");
  const report = expect.objectContaining({ serverPath: host.path });
  expect(body.response?.agents).toEqual([expect.objectContaining({ id: agent.id, state: "linked", report })]);
  await agent.stop();
  await until(() => agent.lines.length > 0);
});

verifies("agent:link:away", "as soon as its link is closed", async () => {
  const agent = await anAgent(service, host, { again: true });
  await agent.stop();
  while ((await service.admin("GET", "/svc/api/agents")).body.response.agents[0].state === "linked")
    await service.clock.sleep(20);
  await expect(logs()).rejects.toMatchObject({ error: "agent_unavailable", status: 503 });
});

verifies("agent:link:frozen", async () => {
  const agent = await anAgent(service, host, { again: true });
  const links = () => agent.lines.filter(({ event }) => event === "linked").length;
  // One late heartbeat is tolerated; two count as missing.
  await service.turn(45_000);
  await expect(logs()).rejects.toMatchObject({ error: "agent_unavailable" });
  await until(() => links() === 2);
  expect((await logs()).logs).toHaveLength(1);
  await agent.stop();
});

verifies("agent:link:store-away", async () => {
  const agent = await anAgent(service, host, { again: true });
  host.fmsadmin(`setTimeout(() => console.log("done"), 20);`);
  const account = { user: "admin", pass: "admin-pass" };
  store.leavesOn = "fmsadmin.run";
  const asked = agentClientOf(service).request(
    "fmsadmin.run",
    { run: { task: "version" }, ...account },
    { deadlineMs: 3_600_000 },
  );
  await until(() => store.isAway);
  expect(
    await service.raw("POST", "/svc/api/agents/enrol", { json: { code: "x", name: "x", publicKey: "x".repeat(43) } }),
  ).toRefuseWith("store_unavailable");
  await expect(logs()).rejects.toBeInstanceOf(StoreUnavailable);
  do await service.turn(0);
  while (!(await service.logs()).includes('"event":"agent_message_failed"'));
  store.isAway = false;
  // The answer is sent again with the next heartbeat.
  await service.turn(30_000);
  expect(await asked).toMatchObject({ exitCode: 0, output: "done\n" });
  await agent.stop();
});

/** Returns a table that becomes unavailable after a request with that command is stored and before it is answered. */
function interrupted({ table }: Platform): Table {
  const guarded =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      store.isAway ? Promise.reject(new StoreUnavailable("The store is away")) : call(...args);
  return {
    get: guarded((key) => table.get(key)),
    query: guarded((query) => table.query(query)),
    put: guarded(async (item, condition) => {
      const kept = await table.put(item, condition);
      if (item.pk === "agent-requests" && item.fields.command === store.leavesOn) {
        store.isAway = true;
        store.leavesOn = "";
      }
      return kept;
    }),
    update: guarded((key, change, condition) => table.update(key, change, condition)),
    delete: guarded((key, condition) => table.delete(key, condition)),
    transact: guarded((writes) => table.transact(writes)),
  };
}
