import { afterAll, expect } from "vitest";
import { callerText } from "../../console/src/messages/caller-text.ts";
import { newKey } from "../../local-agent/link/signature.ts";
import { newestEntry } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { agentClientOf, anAgent, anEnrollmentCode } from "./support/an-agent.ts";

const service = await testService();
const [host, other] = [aHost(), aHost()];
afterAll(async () => {
  await service.stop();
  host.remove();
  other.remove();
});

const enrollment = (code: string) => ({ code, name: "host", publicKey: newKey().publicKey });
const enrolled = (code: string) => service.raw("POST", "/svc/api/agents/enrol", { json: enrollment(code) });
const listed = async () => (await service.admin("GET", "/svc/api/agents")).body.response.agents;
const report = () => agentClientOf(service).request("host.report", {}, { deadlineMs: 10_000 });

verifies("agent:link:away", "if no agent was ever enrolled", async () => {
  await expect(report()).rejects.toMatchObject({ error: "agent_unavailable", status: 503 });
});

verifies(
  "agent:code:once",
  "a second enrollment with the code is rejected, and so is one after ten minutes",
  async () => {
    const code = await anEnrollmentCode(service);
    expect((await enrolled(code.toUpperCase().replaceAll("-", " ").replace("LC ", "LC-"))).status).toBe(200);
    expect(await enrolled(code)).toRefuseWith("agent_code_refused");
    const late = await anEnrollmentCode(service, true);
    await service.turn(10 * 60_000);
    expect(await enrolled(late)).toRefuseWith("agent_code_refused");
    expect(await enrolled("lc-0000")).toRefuseWith("agent_code_refused");
    expect(await service.logs()).not.toContain(code);
  },
);

verifies("agent:enrolment:replace", async () => {
  const refused = await service.admin("POST", "/svc/api/agents", {});
  expect(refused).toRefuseWith("agent_exists");
  // The error says what to send instead.
  expect(refused.text).toContain("`replace: true`");
  const first = await anAgent(service, host);
  const second = await anAgent(service, other);
  const states = Object.fromEntries((await listed()).map(({ id, state }: Record<string, string>) => [id, state]));
  expect([states[first.id], states[second.id]]).toEqual(["revoked", "linked"]);
  expect((await report()).serverPath).toBe(other.path);
  await until(() => first.lines.some(({ event }) => event === "link_ended"));
  await first.stop();
  await second.stop();
});

verifies("audit:entries:changes", "an agent enrolls itself, and is named", async () => {
  const { code } = (await service.admin("POST", "/svc/api/agents", { replace: true })).body.response;
  const { id } = (await enrolled(code)).body.response;
  expect(await newestEntry(service)).toMatchObject({
    actor: `agent:${id}`,
    action: "enrolAgent",
    objects: [`agent:${id}`],
  });
  expect(callerText(`agent:${id}`)).toBe("Agent on the database host");
});

verifies("agent:enrolment:revoke", async () => {
  const agent = await anAgent(service, host);
  expect((await service.admin("DELETE", `/svc/api/agents/${agent.id}`)).status).toBe(200);
  await expect(report()).rejects.toMatchObject({ error: "agent_unavailable" });
  await until(() => agent.lines.some(({ event }) => event === "link_ended"));
  await service.turn(60_000);
  await until(() => agent.lines.some(({ reason }) => String(reason).startsWith("rejected with 401")));
  expect(await service.admin("DELETE", `/svc/api/agents/${agent.id}`)).toRefuseWith("agent_not_found");
  expect(await service.admin("DELETE", `/svc/api/agents/${crypto.randomUUID()}`)).toRefuseWith("agent_not_found");
  await agent.stop();
});

verifies(
  "agent:enrolment:replace",
  "agents are managed by administrators, and a new one can't name a wrong key",
  async () => {
    for (const [method, path] of [
      ["GET", "/svc/api/agents"],
      ["POST", "/svc/api/agents"],
      ["DELETE", `/svc/api/agents/${crypto.randomUUID()}`],
    ] as const)
      expect(await service.raw(method, path, method === "POST" ? { json: {} } : {})).toRefuseWith("unauthenticated");
    const json = { ...enrollment("lc-0000"), publicKey: "short" };
    expect(await service.raw("POST", "/svc/api/agents/enrol", { json })).toRefuseWith("input_invalid");
    expect(await service.admin("GET", "/svc/api/agents?cursor=nonsense")).toRefuseWith("input_invalid");
  },
);
