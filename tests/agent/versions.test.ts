import { afterAll, beforeEach, expect } from "vitest";
import { ownAbilities } from "#shared/agent/protocol/abilities.ts";
import type { HostReport } from "#shared/agent/protocol/commands/host-commands.ts";
import type { Outcome, ServiceMessage } from "#shared/agent/protocol/message.ts";
import { finalProcess } from "../processes/support/final-process.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { type AnActedAgent, anActedAgent } from "./support/an-acted-agent.ts";
import { agentClientOf } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
let acted: AnActedAgent | undefined;
afterAll(async () => {
  await acted?.stop();
  await service.stop();
  host.remove();
});
beforeEach(async () => {
  await acted?.stop();
  acted = undefined;
});

type Request = Extract<ServiceMessage, { readonly type: "request" }>;
const refusal = (text: string): Outcome => ({ ok: false, fault: "unknown-command", text });
const agentWith = async (report: (own: HostReport) => object, answer: (request: Request) => Outcome) => {
  acted = await anActedAgent(service, host, { report, answer });
  return acted;
};
const without = (name: string, field?: string) => (own: HostReport) => {
  const known = { ...own.abilities };
  if (field === undefined) delete known[name];
  else known[name] = (known[name] ?? []).filter((one) => one !== field);
  return {
    ...own,
    agentVersion: "0.0.9",
    commands: own.commands.filter((command) => field !== undefined || command !== name),
    abilities: known,
  };
};
const fromBefore = ({ abilities: _none, ...own }: HostReport) => ({ ...own, agentVersion: "0.0.1" });
const position = { id: "1", offset: 0, headBytes: 0, head: "" };
const lines = (fields: object) =>
  agentClientOf(service).request("log.lines", { name: "Event.log", count: 1, ...fields }, { deadlineMs: 10_000 });
const linesReply = (): Outcome => ({
  ok: true,
  reply: {
    file: { name: "Event.log", sizeBytes: 0, modifiedAt: 0, id: "1" },
    lines: [],
    start: position,
    end: position,
    isRotated: false,
    index: { lines: 0, bytes: 0 },
  },
});
const listed = async (id: string) => {
  const { agents } = (await service.admin("GET", "/svc/api/agents?limit=100")).body.response;
  return agents.find((one: { readonly id: string }) => one.id === id);
};

verifies("agent:versions:refused", async () => {
  const agent = await agentWith(without("trash.list"), () => refusal("never asked"));
  const answer = await service.admin("GET", "/svc/api/trash");
  expect(answer).toRefuseWith("agent_too_old");
  expect(answer.status).toBe(409);
  expect(answer.text).toContain("trash.list");
  expect(agent.asked).toEqual([]);
});

verifies("agent:versions:refused", "if the agent reported no fields, its own rejection is passed on", async () => {
  await agentWith(fromBefore, ({ command }) => refusal(`${command} takes other fields`));
  const answer = await service.admin("GET", "/svc/api/trash");
  expect(answer).toRefuseWith("agent_too_old");
  expect(answer.text).toContain("takes other fields");
});

verifies("agent:versions:spare", async () => {
  const agent = await agentWith(without("log.lines", "waitMs"), linesReply);
  await lines({ after: position, waitMs: 5_000 });
  expect(agent.asked.map(({ fields }) => fields)).toEqual([{ name: "Event.log", count: 1, after: position }]);
});

verifies(
  "agent:versions:spare",
  "an optional field is also left out for an agent that reported no fields",
  async () => {
    const agent = await agentWith(fromBefore, linesReply);
    await lines({ after: position, waitMs: 5_000 });
    expect(agent.asked[0]?.fields).not.toHaveProperty("waitMs");
  },
);

verifies("agent:versions:spare", "an agent that knows the field receives it", async () => {
  const agent = await agentWith((own) => own, linesReply);
  await lines({ after: position, waitMs: 5_000 });
  expect(agent.asked[0]?.fields).toMatchObject({ waitMs: 5_000 });
});

verifies("agent:versions:spare", "an unknown condition isn't dropped: no request is sent", async () => {
  const agent = await agentWith(without("browser.remove", "tag"), () => refusal("never asked"));
  const fields = { root: "documents", path: "a.txt", isRecursive: false } as const;
  await expect(
    agentClientOf(service).request("browser.remove", { ...fields, tag: "1" }, { deadlineMs: 10_000 }),
  ).rejects.toMatchObject({ error: "agent_too_old" });
  expect(agent.asked).toEqual([]);
  await expect(agentClientOf(service).request("browser.remove", fields, { deadlineMs: 10_000 })).rejects.toBeTruthy();
  expect(agent.asked).toHaveLength(1);
});

verifies("agent:versions:work", async () => {
  let reported: HostReport | undefined;
  const report = (own: HostReport) => {
    reported = without("files.download")(own);
    return reported;
  };
  const agent = await agentWith(report, () => ({ ok: true, reply: reported }));
  const made = await service.admin("POST", "/svc/api/fm-file/download", { files: ["Contacts"] });
  expect(made.status).toBe(200);
  const { processId: id } = made.body.response;
  const process = await finalProcess(service, id, ({ waitingFor }) => waitingFor !== null);
  expect(process).toMatchObject({ state: "queued", waitingFor: "an agent update on the database host" });
  expect(agent.asked.map(({ command }) => command)).not.toContain("work.start");
  await service.admin("POST", `/svc/api/processes/${id}/abort`, {});
});

verifies("agent:versions:listed", async () => {
  const current = await agentWith((own) => own, linesReply);
  expect(await listed(current.id)).toMatchObject({ isOutdated: false });
  expect(current.greeting.lacks).toEqual([]);
  await current.stop();
  const older = await agentWith(without("log.lines", "waitMs"), linesReply);
  expect(await listed(older.id)).toMatchObject({ isOutdated: true, report: { agentVersion: "0.0.9" } });
  expect(older.greeting.lacks).toEqual(["log.lines waitMs"]);
  await older.stop();
  const oldest = await agentWith(fromBefore, linesReply);
  expect(await listed(oldest.id)).toMatchObject({ isOutdated: true });
  // An agent of that version wouldn't have understood it.
  expect(oldest.greeting).not.toHaveProperty("lacks");
});

verifies("agent:versions:newer", "additional data from a newer agent is accepted", async () => {
  const more = { moonPhase: "full", abilities: { ...ownAbilities(), "moon.look": ["phase"] } };
  const agent = await agentWith((own) => ({ ...own, ...more, commands: [...own.commands, "moon.look"] }), linesReply);
  await agent.helloWith({ weather: "fair" });
  expect(agent.isLinked()).toBe(true);
  expect(await listed(agent.id)).toMatchObject({ state: "linked", isOutdated: false });
});
