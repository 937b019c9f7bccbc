import { afterAll, expect } from "vitest";
import { clockWindowMs } from "#shared/agent/protocol/frame.ts";
import { errors } from "#shared/contract/errors.ts";
import { enroll } from "../../local-agent/link/enroll.ts";
import { readIdentity } from "../../local-agent/link/identity.ts";
import { newKey } from "../../local-agent/link/signature.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { aSigner, openedWith, say } from "./support/a-link.ts";
import { anEnrollmentCode } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});

const code = await anEnrollmentCode(service);
const identity = await enroll({ address: `${service.baseUrl}/svc`, code, name: "host", folder: host.folder });
const { linkAddress } = identity;
const signer = () => aSigner(identity, () => service.clock.now());
const seen = async () => (await service.admin("GET", "/svc/api/agents")).body.response.agents[0].lastSeenAt;

verifies("agent:frame:signed", "a link without a signature, or with an unknown agent's, is rejected", async () => {
  expect((await openedWith(linkAddress, undefined)).status).toBe(401);
  const unknownCaller = { id: crypto.randomUUID(), privateKey: newKey().privateKey };
  const attempt = await openedWith(linkAddress, aSigner(unknownCaller, () => service.clock.now())({ type: "open" }));
  expect(attempt.status).toBe(401);
  expect(JSON.parse(attempt.body).messages[0].code).toBe(errors.agent_signature_refused.code);
});

verifies("agent:frame:signed", "a key that isn't the agent's can't open a link in its name", async () => {
  const forged = aSigner({ id: identity.id, privateKey: newKey().privateKey }, () => service.clock.now());
  expect((await openedWith(linkAddress, forged({ type: "open" }))).status).toBe(401);
  expect(await service.logs()).toMatch(/"event":"agent_link_refused".*"reason":"wrong signature"/);
});

verifies("agent:frame:signed", "the frame that opened a link can't open a second one", async () => {
  const frame = signer()({ type: "open" });
  const first = await openedWith(linkAddress, frame);
  expect(first.status).toBe(101);
  expect((await openedWith(linkAddress, frame)).status).toBe(401);
  expect(await service.logs()).toMatch(/"event":"agent_link_refused".*"reason":"replayed"/);
  first.socket.terminate();
});

verifies("agent:link:clock", async () => {
  const at = service.clock.now() - clockWindowMs - 60_000;
  const attempt = await openedWith(linkAddress, signer()({ type: "open" }, at));
  expect(attempt.status).toBe(401);
  const { messages, response } = JSON.parse(attempt.body);
  expect(messages[0].code).toBe(errors.agent_clock_wrong.code);
  expect(response.agentTime).toBe(new Date(at).toISOString());
  expect(messages[0].text).toContain(response.agentTime);
  expect(messages[0].text).toContain(response.serviceTime);
});

for (const [what, spoil] of [
  ["altered", (sign: ReturnType<typeof signer>) => ({ ...sign({ type: "here" }), payload: '{"type":"here" }' })],
  ["signed too long ago", (sign: ReturnType<typeof signer>) => sign({ type: "here" }, service.clock.now() - 180_000)],
  ["of another link", () => signer()({ type: "here" })],
] as const) {
  verifies("agent:frame:signed", `a frame that is ${what} closes the link, and nothing else happens`, async () => {
    const sign = signer();
    const { socket, closed, received: heard } = await openedWith(linkAddress, sign({ type: "open" }));
    const before = await seen();
    say(socket, spoil(sign));
    expect(await closed).toBe(4401);
    expect(heard).toEqual([]);
    expect(await seen()).toBe(before);
    expect(await service.logs()).toContain('"event":"agent_frame_refused"');
  });
}

verifies("agent:frame:signed", "a duplicated frame counts once", async () => {
  const sign = signer();
  const { socket, closed, received: heard } = await openedWith(linkAddress, sign({ type: "open" }));
  const frame = sign({ type: "here" });
  say(socket, frame);
  await until(() => heard.length === 1);
  say(socket, frame);
  expect(await closed).toBe(4401);
  expect(heard).toHaveLength(1);
});

verifies("agent:link:one", "a newer link closes the previous one", async () => {
  const first = await openedWith(linkAddress, signer()({ type: "open" }));
  const second = await openedWith(linkAddress, signer()({ type: "open" }));
  expect(await first.closed).toBe(4409);
  second.socket.terminate();
});

verifies("agent:frame:signed", "only this account can read the private key", async () => {
  const { chmodSync } = await import("node:fs");
  expect(readIdentity(host.folder)).toEqual(identity);
  chmodSync(`${host.folder}/identity.json`, 0o644);
  expect(() => readIdentity(host.folder)).toThrow("is readable by others");
});
