import { afterAll, expect } from "vitest";
import { newKey } from "../../local-agent/signature.ts";
import { house } from "../support/house.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { agentClientOf, anAgent, anEnrolmentCode } from "./support/an-agent.ts";

const home = await house();
const [host, other] = [aHost(), aHost()];
afterAll(async () => {
  await home.stop();
  host.remove();
  other.remove();
});

const enrolment = (code: string) => ({ code, name: "host", publicKey: newKey().publicKey });
const enrolled = (code: string) => home.raw("POST", "/svc/api/agents/enrol", { json: enrolment(code) });
const listed = async () => (await home.admin("GET", "/svc/api/agents")).body.response.agents;
const report = () => agentClientOf(home).request("host.report", {}, { deadlineMs: 10_000 });

verifies("agent:link:away", "as when none was ever enrolled", async () => {
  await expect(report()).rejects.toMatchObject({ error: "agent_unavailable", status: 503 });
});

verifies("agent:code:once", "a second enrolment with it is refused, and so is one after ten minutes", async () => {
  const code = await anEnrolmentCode(home);
  expect((await enrolled(code.toUpperCase().replaceAll("-", " ").replace("LC ", "LC-"))).status).toBe(200);
  expect(await enrolled(code)).toRefuseWith("agent_code_refused");
  const late = await anEnrolmentCode(home, true);
  await home.turn(10 * 60_000);
  expect(await enrolled(late)).toRefuseWith("agent_code_refused");
  expect(await enrolled("lc-0000")).toRefuseWith("agent_code_refused");
  expect(await home.logs()).not.toContain(code);
});

verifies("agent:enrolment:replace", async () => {
  const refused = await home.admin("POST", "/svc/api/agents", {});
  expect(refused).toRefuseWith("agent_exists");
  // Whoever is refused is told what to send.
  expect(refused.text).toContain("`replace: true`");
  const first = await anAgent(home, host);
  const second = await anAgent(home, other);
  const states = Object.fromEntries((await listed()).map(({ id, state }: Record<string, string>) => [id, state]));
  expect([states[first.id], states[second.id]]).toEqual(["revoked", "linked"]);
  expect((await report()).serverPath).toBe(other.path);
  await until(() => first.lines.some(({ event }) => event === "link_ended"));
  await first.stop();
  await second.stop();
});

verifies("agent:enrolment:revoke", async () => {
  const agent = await anAgent(home, host);
  expect((await home.admin("DELETE", `/svc/api/agents/${agent.id}`)).status).toBe(200);
  await expect(report()).rejects.toMatchObject({ error: "agent_unavailable" });
  await until(() => agent.lines.some(({ event }) => event === "link_ended"));
  await home.turn(60_000);
  await until(() => agent.lines.some(({ reason }) => String(reason).startsWith("refused with 401")));
  expect(await home.admin("DELETE", `/svc/api/agents/${agent.id}`)).toRefuseWith("agent_not_found");
  expect(await home.admin("DELETE", `/svc/api/agents/${crypto.randomUUID()}`)).toRefuseWith("agent_not_found");
  await agent.stop();
});

verifies(
  "agent:enrolment:replace",
  "agents are managed by administrators, and a new one cannot name a wrong key",
  async () => {
    for (const [method, path] of [
      ["GET", "/svc/api/agents"],
      ["POST", "/svc/api/agents"],
      ["DELETE", `/svc/api/agents/${crypto.randomUUID()}`],
    ] as const)
      expect(await home.raw(method, path, method === "POST" ? { json: {} } : {})).toRefuseWith("unauthenticated");
    const json = { ...enrolment("lc-0000"), publicKey: "short" };
    expect(await home.raw("POST", "/svc/api/agents/enrol", { json })).toRefuseWith("input_invalid");
    expect(await home.admin("GET", "/svc/api/agents?cursor=nonsense")).toRefuseWith("input_invalid");
  },
);
