import { afterAll, expect } from "vitest";
import { startAgent } from "../../local-agent/agent.ts";
import { findings } from "../../local-agent/doctor/doctor.ts";
import { hostAt } from "../../local-agent/host.ts";
import { readIdentity } from "../../local-agent/link/identity.ts";
import { flowingClock } from "../support/clocks/flowing-clock.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { anActedService } from "./support/an-acted-service.ts";

const clock = flowingClock(Date.UTC(2026, 10, 20, 9, 0, 0));
const host = aHost();
const service = await anActedService(host.folder, () => clock.now());
const identity = readIdentity(host.folder);
if (identity === undefined) throw new Error("No agent was enrolled");
const lines: Readonly<Record<string, unknown>>[] = [];
// No server is running there: these tests don't call the Admin API.
const adminAddress = "http://127.0.0.1:1";
const agent = startAgent({
  identity,
  host: hostAt(host.path),
  folder: host.folder,
  clock,
  log: (line) => lines.push(line),
  fmsadminMs: 20_000,
  backupMs: 600_000,
  adminAddress,
});
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});
await until(() => service.received.length > 0);

const events = () => lines.map(({ event }) => event);
const examined = async () =>
  (await findings({ host: hostAt(host.path), folder: host.folder, adminAddress, now: clock.now() })).filter(
    ({ text }) => text.startsWith("The service is newer"),
  );
/** Sends a request, and returns the agent's reply. */
const replyTo = async (command: string, fields: object) => {
  const request = crypto.randomUUID();
  service.say({ type: "request", request, command, fields, expiresAt: clock.now() + 60_000 });
  const isIt = (message: Readonly<Record<string, unknown>>) => message.request === request;
  await until(() => service.received.some(isIt));
  return service.received.find(isIt)?.outcome;
};

verifies(
  "agent:versions:newer",
  "an agent ignores unknown messages of a newer service, and its link stays open",
  async () => {
    service.say({ type: "moonrise", phase: "full" });
    service.say({ type: "heard", works: [], weather: "fair" });
    expect(await replyTo("host.report", {})).toMatchObject({ ok: true });
    expect(events()).toEqual(["linked"]);
  },
);

verifies("agent:versions:spare", "an agent that receives an unknown field does nothing", async () => {
  const fields = { root: "documents", path: "new", isPrivate: true };
  expect(await replyTo("browser.makeFolder", fields)).toMatchObject({ ok: false, fault: "unknown-command" });
  const folder = { root: "documents", path: "" };
  expect(await replyTo("file.list", folder)).toMatchObject({ ok: true, reply: { entries: [] } });
});

verifies("agent:versions:doctor", async () => {
  expect(await examined()).toEqual([]);
  service.say({ type: "heard", works: [], lacks: ["moon.look", "log.lines phase"] });
  await replyTo("host.report", {});
  expect(lines).toContainEqual({ event: "outdated", lacks: "moon.look, log.lines phase" });
  const [finding] = await examined();
  expect(finding).toMatchObject({ state: "warning", text: expect.stringContaining("moon.look, log.lines phase") });
  expect(finding?.remedy).toContain("Replace this program");
});

verifies("agent:versions:doctor", "until the service's greeting says that nothing is missing", async () => {
  service.say({ type: "heard", works: [], lacks: [] });
  await replyTo("host.report", {});
  expect(await examined()).toEqual([]);
});
