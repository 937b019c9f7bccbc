import { afterAll, expect } from "vitest";
import { errors } from "#shared/contract/errors.ts";
import { findings } from "../../local-agent/doctor/doctor.ts";
import { hostAt } from "../../local-agent/host.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { anAgent } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});

const path = (id: string) => `/svc/api/agents/${id}/check`;

verifies("agent:doctor:operation", async () => {
  const agent = await anAgent(service, host);
  const { body, status } = await service.admin("POST", path(agent.id), {});
  expect(status).toBe(200);
  const { ok, checkedAt, findings: returned } = body.response;
  expect(ok).toBe(false);
  expect(Date.parse(checkedAt)).toBeLessThanOrEqual(service.clock.now());
  expect(returned).toContainEqual(
    expect.objectContaining({ check: "tool_fmsadmin", state: "failed", text: "fmsadmin is missing." }),
  );
  expect(returned).toContainEqual({
    ...{ check: "server_key", state: "ok", text: "FileMaker Server accepts this host's own key.", remedy: null },
  });
  const printed = await findings({
    ...{ host: hostAt(host.path), folder: host.folder, adminAddress: service.sandbox.origin },
    now: service.clock.now(),
  });
  // Free space on disks can differ.
  const names = (list: readonly { readonly check: string; readonly state: string }[]) =>
    list.map(({ check, state }) => `${check} ${state}`);
  expect(names(returned)).toEqual(names(printed));
  await agent.stop();
});

verifies("agent:doctor:operation", "for an unknown, a disconnected and a revoked agent", async () => {
  expect(await service.admin("POST", path(crypto.randomUUID()), {})).toRefuseWith("agent_not_found");
  expect(await service.raw("POST", path(crypto.randomUUID()), { json: {} })).toRefuseWith("unauthenticated");
  const agent = await anAgent(service, host);
  await agent.stop();
  await expect
    .poll(async () => (await service.admin("POST", path(agent.id), {})).body.messages[0].code)
    .toBe(errors.agent_unavailable.code);
  await service.admin("DELETE", `/svc/api/agents/${agent.id}`);
  expect(await service.admin("POST", path(agent.id), {})).toRefuseWith("agent_not_found");
});
