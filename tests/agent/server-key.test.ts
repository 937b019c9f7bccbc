import { createPublicKey } from "node:crypto";
import { afterAll, beforeEach, expect } from "vitest";
import { serverKeyName } from "#shared/agent/protocol/server-key-name.ts";
import { keyFinding } from "../../local-agent/doctor/key-finding.ts";
import { adminApiFiles } from "../../local-agent/server/admin-api-files.ts";
import { adminCalls } from "../../local-agent/server/admin-calls.ts";
import { keyLifeMs, ownKey } from "../../local-agent/server/own-key.ts";
import { keepServerKey, newKeyPair, readServerKey } from "../../local-agent/server/server-key.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { anAgent } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});
beforeEach(() => service.sandbox.faults.clear());

const keys = () => service.sandbox.world.server.pkiKeys;
const origin = () => service.sandbox.origin;
const shown = async (id: string) => {
  const { body } = await service.admin("GET", "/svc/api/agents");
  return body.response.agents.find((agent: { readonly id: string }) => agent.id === id);
};
const keyOf = (id: string, folder: string) =>
  ownKey({ name: serverKeyName(id), folder, origin: origin(), clock: service.clock });

verifies("agent:server-key:registered", async () => {
  const agent = await anAgent(service, host);
  const { publicKey } = readServerKey(host.folder)?.current ?? { publicKey: "" };
  expect(createPublicKey(publicKey).asymmetricKeyType).toBe("rsa");
  expect(keys().get(serverKeyName(agent.id))?.publicKey).toBe(publicKey);
  expect((await shown(agent.id)).serverKey).toEqual({
    name: `latchkey-agent-${agent.id}`,
    registeredAt: expect.any(String),
  });
  expect(
    (
      await keyFinding(agent, host.folder, {
        call: adminCalls(origin()),
        adminAddress: origin(),
        now: service.clock.now(),
      })
    ).state,
  ).toBe("ok");
  expect(JSON.stringify(await service.rows("agent"))).not.toContain("admin-pass");
  await agent.stop();
});

verifies(
  "agent:server-key:registered",
  "with a FileMaker Server that refuses line breaks in keys, also renewed",
  async () => {
    const definition = service.sandbox.world.definition.server;
    const { publicKeyLineBreaks } = definition;
    definition.publicKeyLineBreaks = false;
    try {
      const agent = await anAgent(service, host);
      const name = serverKeyName(agent.id);
      const registered = keys().get(name)?.publicKey ?? "";
      expect(registered).toMatch(/^-----BEGIN PUBLIC KEY-----[^\n]+-----END PUBLIC KEY-----$/);
      // The same name again: a refusal for the name has the same code.
      expect((await service.admin("POST", `/svc/api/agents/${agent.id}/server-key`)).status).toBe(200);
      await agent.stop();
      const made = readServerKey(host.folder)?.current;
      if (made === undefined) throw new Error("No key was made");
      keepServerKey(host.folder, { current: { ...made, madeAt: service.clock.now() - keyLifeMs - 1_000 } });
      const own = keyOf(agent.id, host.folder);
      await own.renewIfDue();
      expect(keys().get(name)?.publicKey).toBe(own.publicKey()?.replaceAll("\n", ""));
      expect(keys().get(name)?.publicKey).not.toBe(registered);
    } finally {
      definition.publicKeyLineBreaks = publicKeyLineBreaks;
    }
  },
);

verifies("agent:server-key:removed", async () => {
  const first = await anAgent(service, host);
  const next = aHost();
  const second = await anAgent(service, next);
  expect([...keys().keys()]).toEqual([serverKeyName(second.id)]);
  const { body } = await service.admin("DELETE", `/svc/api/agents/${second.id}`);
  expect(body.response).toEqual({ ok: true, isServerKeyRemoved: true });
  expect(keys().size).toBe(0);
  await first.stop();
  await second.stop();
  next.remove();
});

verifies("agent:server-key:registered", "later, if FileMaker Server didn't respond during enrollment", async () => {
  service.sandbox.faults.set({ kind: "status", status: 503, path: "/pkipublickey$" });
  const agent = await anAgent(service, host);
  expect((await shown(agent.id)).serverKey.registeredAt).toBe(null);
  const finding = await keyFinding(agent, host.folder, {
    call: adminCalls(origin()),
    adminAddress: origin(),
    now: service.clock.now(),
  });
  expect([finding.state, finding.remedy]).toEqual([
    "warning",
    expect.stringContaining(`/agents/${agent.id}/server-key`),
  ]);
  const refused = await service.admin("POST", `/svc/api/agents/${agent.id}/server-key`);
  expect(refused.status).toBe(502);
  service.sandbox.faults.clear();
  const { status, body } = await service.admin("POST", `/svc/api/agents/${agent.id}/server-key`);
  expect([status, body.response]).toEqual([200, { ok: true, name: serverKeyName(agent.id) }]);
  expect(keys().has(serverKeyName(agent.id))).toBe(true);
  await agent.stop();
  expect((await service.admin("POST", "/svc/api/agents/0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11/server-key")).status).toBe(
    404,
  );
});

verifies("agent:server-key:registered", "automatically, once an account for it exists", async () => {
  service.sandbox.faults.set({ kind: "status", status: 503, path: "/pkipublickey$" });
  const agent = await anAgent(service, host);
  service.sandbox.faults.clear();
  await service.anAdminKey();
  await agent.stop();
  const again = await anAgent(service, host, { again: true });
  await until(() => keys().has(serverKeyName(agent.id)));
  await again.stop();
});

verifies("agent:server-key:first", async () => {
  const agent = await anAgent(service, host);
  const own = keyOf(agent.id, host.folder);
  const stopping = new AbortController().signal;
  const servers = adminApiFiles({ origin: origin(), clock: service.clock, waitMs: 20_000, stopping, ownKey: own });
  const wrong = servers({ user: "admin", pass: "wrong" });
  const before = service.sandbox.counters.failedAdminLogins;
  expect((await wrong.files()).length).toBeGreaterThan(0);
  expect(service.sandbox.counters.failedAdminLogins).toBe(before);
  // If the server doesn't know the key, the account is used instead, and the key isn't tried for a while.
  keys().clear();
  expect((await servers({ user: "admin", pass: "admin-pass" }).files()).length).toBeGreaterThan(0);
  expect(own.authorization()).toBeUndefined();
  await expect(wrong.files()).rejects.toThrow("rejected the agent's sign-in");
  await service.turn(6 * 60_000);
  expect(own.authorization()).toMatch(/^PKI /);
  await agent.stop();
});

verifies("agent:server-key:renewed", async () => {
  const agent = await anAgent(service, host);
  const name = serverKeyName(agent.id);
  await agent.stop();
  const made = readServerKey(host.folder)?.current;
  if (made === undefined) throw new Error("No key was made");
  // By the service's clock, regardless of the machine's time.
  keepServerKey(host.folder, { current: { ...made, madeAt: service.clock.now() } });
  const own = keyOf(agent.id, host.folder);
  const first = own.publicKey();
  await own.renewIfDue();
  expect(own.publicKey()).toBe(first);
  await service.turn(keyLifeMs + 1_000);
  await own.renewIfDue();
  expect(own.publicKey()).not.toBe(first);
  expect(keys().get(name)?.publicKey).toBe(own.publicKey());
  expect(keyOf(agent.id, host.folder).publicKey()).toBe(own.publicKey());
});

verifies(
  "agent:server-key:renewed",
  "a renewal is interrupted before and after the server accepted the new key",
  async () => {
    const folder = scratchFolder();
    const id = "0193471f-5e5b-7c1d-9a40-2f6f1f0f9d12";
    const [current, next] = [await newKeyPair(0), await newKeyPair(service.clock.now())];
    for (const known of [current, next]) {
      keepServerKey(folder, { current, next });
      keys().set(serverKeyName(id), {
        id,
        name: serverKeyName(id),
        publicKey: known.publicKey,
        addedAt: 0,
        lastUsedAt: undefined,
      });
      await keyOf(id, folder).renewIfDue();
      expect(readServerKey(folder)).toEqual({ current: next });
      expect(keys().get(serverKeyName(id))?.publicKey).toBe(next.publicKey);
    }
  },
);
