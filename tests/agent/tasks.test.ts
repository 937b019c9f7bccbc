import { afterAll, expect } from "vitest";
import { jobReports, scheduledJobs } from "../../functions/wiring/work.ts";
import { newKey } from "../../local-agent/link/signature.ts";
import { aFileOperationSetup, opener } from "../files/operations/support/a-file-operation-setup.ts";
import { finalProcess, shownProcess } from "../processes/support/final-process.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { anEnrollmentCode } from "./support/an-agent.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), undefined, null);
const { service } = setup;
afterAll(() => setup.stop());

const options = (sourceFile: string, filename: string) => ({ sourceFile, targetFile: { filename }, ...opener });
const compress = async (sourceFile: string, filename: string): Promise<number> =>
  (await setup.start("copy-compress", options(sourceFile, filename))).body.response.processId;
const waiting = (id: number, words: string) =>
  finalProcess(service, id, ({ waitingFor }) => waitingFor?.includes(words) === true);
const working = (id: number) => finalProcess(service, id, ({ phase }) => phase === "working");
/** Makes the tool do nothing until it is ended, except for the test on a copy. */
const toolHangs = (times = 1) =>
  service.sandbox.faults.set({ kind: "tool", path: "^/FMDeveloperTool/", hang: true, times, skip: 1 });
/** Number of runs: two for an operation, because the first one tests the account on a copy. */
const toolRuns = () => service.sandbox.counters.byTool.FMDeveloperTool ?? 0;

verifies("agent:work:away", "a task requested while no agent exists waits for one", async () => {
  const id = await compress("Contacts", "Later");
  expect(await waiting(id, "the agent")).toMatchObject({
    state: "queued",
    waitingFor: "the agent on the database host",
  });
  const agent = await setup.agent();
  await service.turn(15_000);
  expect(await setup.ended(id)).toMatchObject({ state: "done" });
  await setup.reported();
  await agent.stop();
});

verifies("agent:work:abort", "a program is ended, closed files are open again, and nothing is left", async () => {
  const agent = await setup.agent({ again: true });
  toolHangs();
  const id = await compress("Contacts", "Never");
  await working(id);
  await until(() => service.sandbox.counters.faults > 0);
  expect((await service.admin("POST", `/svc/api/processes/${id}/abort`, {})).status).toBe(202);
  expect(await setup.ended(id)).toMatchObject({ state: "aborted", isAbortRequested: true });
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
  expect(setup.orphans()).toEqual([]);
  await setup.reported();
  await agent.stop();
});

verifies("agent:work:busy", async () => {
  const agent = await setup.agent({ again: true });
  toolHangs();
  const first = await compress("Contacts", "One");
  await working(first);
  const second = await compress("Contacts", "Two");
  expect(await waiting(second, "another task")).toMatchObject({ state: "queued" });
  const third = await compress("Orders", "Three");
  expect(await setup.ended(third)).toMatchObject({ state: "done" });
  await service.admin("POST", `/svc/api/processes/${first}/abort`, {});
  expect(await setup.ended(first)).toMatchObject({ state: "aborted" });
  await service.turn(5_000);
  expect(await setup.ended(second)).toMatchObject({ state: "done" });
  await setup.reported();
  await agent.stop();
});

verifies("agent:work:stop", "an agent that stops in the middle continues from there after its restart", async () => {
  const agent = await setup.agent({ again: true });
  const struck = service.sandbox.counters.faults;
  toolHangs();
  const id = await compress("Orders", "Resumed");
  await working(id);
  await until(() => service.sandbox.counters.faults > struck);
  await agent.stop();
  expect(setup.statusOf("Orders")).toBe("CLOSED");
  const next = await setup.agent({ again: true });
  const process = await setup.ended(id);
  expect(process, await setup.log(id)).toMatchObject({ state: "done" });
  expect(setup.statusOf("Orders")).toBe("NORMAL");
  const lines = (await setup.log(id)).split("\n").filter((line) => line.includes("Closed Orders.fmp12"));
  expect(lines).toHaveLength(1);
  await setup.reported();
  await next.stop();
});

verifies("agent:work:once", "repeated messages about a task start it once", async () => {
  const agent = await setup.agent({ again: true });
  const before = toolRuns();
  const id = await compress("Contacts", "Once");
  for (const delay of [0, 0, 3, 1]) await scheduledJobs(service.runtime.platform).enqueue(id, delay);
  await service.turn(5_000);
  expect(await setup.ended(id)).toMatchObject({ state: "done" });
  for (let again = 0; again < 3; again += 1) await scheduledJobs(service.runtime.platform).enqueue(id);
  expect(toolRuns() - before).toBe(2);
  await setup.reported();
  await agent.stop();
});

verifies(
  "agent:work:once",
  "an agent whose lease expires while it is disconnected gets a new one, and nothing is done twice",
  async () => {
    const agent = await setup.agent({ again: true });
    const before = toolRuns();
    const struck = service.sandbox.counters.faults;
    toolHangs();
    const id = await compress("Contacts", "Fenced");
    const { id: known } = await working(id);
    await until(() => service.sandbox.counters.faults > struck);
    // Another worker takes over the process: the agent's reports are rejected until the task is offered to it again.
    await jobReports(service.runtime.platform).reclaim(known, 1);
    await finalProcess(service, id, ({ state }) => state === "running");
    await service.admin("POST", `/svc/api/processes/${id}/abort`, {});
    expect(await setup.ended(id)).toMatchObject({ state: "aborted" });
    expect(toolRuns() - before).toBe(2);
    await setup.reported();
    await agent.stop();
  },
);

verifies("agent:work:lost", "the tasks of a replaced agent are lost", async () => {
  const agent = await setup.agent({ again: true });
  toolHangs();
  const id = await compress("Contacts", "Lost");
  await working(id);
  await agent.stop();
  const code = await anEnrollmentCode(service, true);
  const json = { code, name: "another", publicKey: newKey().publicKey };
  expect((await service.raw("POST", "/svc/api/agents/enrol", { json })).status).toBe(200);
  expect(await shownProcess(service, id)).toMatchObject({ state: "running" });
  await service.turn(61_000);
  await scheduledJobs(service.runtime.platform).sweep();
  expect(await setup.ended(id)).toMatchObject({ state: "crashed", reason: expect.stringContaining("replaced") });
});
