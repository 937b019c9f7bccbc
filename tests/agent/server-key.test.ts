import { createPublicKey } from "node:crypto";
import { afterAll, beforeEach, expect } from "vitest";
import { keyFinding } from "../../local-agent/server/key-finding.ts";
import { keyLifeMs, ownKey } from "../../local-agent/server/own-key.ts";
import { keepServerKey, newKeyPair, readServerKey } from "../../local-agent/server/server-key.ts";
import { adminApiFiles } from "../../local-agent/work/admin-api-files.ts";
import { serverKeyName } from "../../shared/contract/agent/server-key-name.ts";
import { house } from "../support/house.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { anAgent } from "./support/an-agent.ts";

const home = await house();
const host = aHost();
afterAll(async () => {
  await home.stop();
  host.remove();
});
beforeEach(() => home.sandbox.faults.clear());

const keys = () => home.sandbox.world.server.pkiKeys;
const origin = () => home.sandbox.origin;
const shown = async (id: string) => {
  const { body } = await home.admin("GET", "/svc/api/agents");
  return body.response.agents.find((agent: { readonly id: string }) => agent.id === id);
};
const keyOf = (id: string, folder: string) =>
  ownKey({ name: serverKeyName(id), folder, origin: origin(), clock: home.clock });

verifies("agent:server-key:registered", async () => {
  const agent = await anAgent(home, host);
  const { publicKey } = readServerKey(host.folder)?.current ?? { publicKey: "" };
  expect(createPublicKey(publicKey).asymmetricKeyType).toBe("rsa");
  expect(keys().get(serverKeyName(agent.id))?.publicKey).toBe(publicKey);
  expect((await shown(agent.id)).serverKey).toEqual({
    name: `latchkey-agent-${agent.id}`,
    registeredAt: expect.any(String),
  });
  expect((await keyFinding(agent, host.folder, origin(), home.clock.now())).state).toBe("ok");
  expect(JSON.stringify(await home.rows("agent"))).not.toContain("admin-pass");
  await agent.stop();
});

verifies("agent:server-key:removed", async () => {
  const first = await anAgent(home, host);
  const next = aHost();
  const second = await anAgent(home, next);
  expect([...keys().keys()]).toEqual([serverKeyName(second.id)]);
  const { body } = await home.admin("DELETE", `/svc/api/agents/${second.id}`);
  expect(body.response).toEqual({ ok: true, isServerKeyRemoved: true });
  expect(keys().size).toBe(0);
  await first.stop();
  await second.stop();
  next.remove();
});

verifies(
  "agent:server-key:registered",
  "also later, where FileMaker Server did not answer at the enrolment",
  async () => {
    home.sandbox.faults.set({ kind: "status", status: 503, path: "/pkipublickey$" });
    const agent = await anAgent(home, host);
    expect((await shown(agent.id)).serverKey.registeredAt).toBe(null);
    const finding = await keyFinding(agent, host.folder, origin(), home.clock.now());
    expect([finding.state, finding.remedy]).toEqual([
      "warning",
      expect.stringContaining(`/agents/${agent.id}/server-key`),
    ]);
    const refused = await home.admin("POST", `/svc/api/agents/${agent.id}/server-key`);
    expect(refused.status).toBe(502);
    home.sandbox.faults.clear();
    const { status, body } = await home.admin("POST", `/svc/api/agents/${agent.id}/server-key`);
    expect([status, body.response]).toEqual([200, { ok: true, name: serverKeyName(agent.id) }]);
    expect(keys().has(serverKeyName(agent.id))).toBe(true);
    await agent.stop();
    expect((await home.admin("POST", "/svc/api/agents/0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11/server-key")).status).toBe(
      404,
    );
  },
);

verifies("agent:server-key:registered", "by itself, once there is an account for it", async () => {
  home.sandbox.faults.set({ kind: "status", status: 503, path: "/pkipublickey$" });
  const agent = await anAgent(home, host);
  home.sandbox.faults.clear();
  await home.anAdminKey();
  await agent.stop();
  const again = await anAgent(home, host, { again: true });
  await until(() => keys().has(serverKeyName(agent.id)));
  await again.stop();
});

verifies("agent:server-key:first", async () => {
  const agent = await anAgent(home, host);
  const own = keyOf(agent.id, host.folder);
  const stopping = new AbortController().signal;
  const servers = adminApiFiles({ origin: origin(), clock: home.clock, waitMs: 20_000, stopping, ownKey: own });
  const wrong = servers({ user: "admin", pass: "wrong" });
  const before = home.sandbox.counters.failedAdminLogins;
  expect((await wrong.files()).length).toBeGreaterThan(0);
  expect(home.sandbox.counters.failedAdminLogins).toBe(before);
  // A server that does not know the key is asked with the account, and the key is left alone for a while.
  keys().clear();
  expect((await servers({ user: "admin", pass: "admin-pass" }).files()).length).toBeGreaterThan(0);
  expect(own.authorization()).toBeUndefined();
  await expect(wrong.files()).rejects.toThrow("does not let the agent in");
  await home.turn(6 * 60_000);
  expect(own.authorization()).toMatch(/^PKI /);
  await agent.stop();
});

verifies("agent:server-key:renewed", async () => {
  const agent = await anAgent(home, host);
  const name = serverKeyName(agent.id);
  await agent.stop();
  const made = readServerKey(host.folder)?.current;
  if (made === undefined) throw new Error("No key was made");
  // By the clock of the house, whatever time it is where the test runs.
  keepServerKey(host.folder, { current: { ...made, madeAt: home.clock.now() } });
  const own = keyOf(agent.id, host.folder);
  const first = own.publicKey();
  await own.tend();
  expect(own.publicKey()).toBe(first);
  await home.turn(keyLifeMs + 1_000);
  await own.tend();
  expect(own.publicKey()).not.toBe(first);
  expect(keys().get(name)?.publicKey).toBe(own.publicKey());
  expect(keyOf(agent.id, host.folder).publicKey()).toBe(own.publicKey());
});

verifies("agent:server-key:renewed", "broken off before and after the server has taken the new key", async () => {
  const folder = scratchFolder();
  const id = "0193471f-5e5b-7c1d-9a40-2f6f1f0f9d12";
  const [current, next] = [await newKeyPair(0), await newKeyPair(home.clock.now())];
  for (const known of [current, next]) {
    keepServerKey(folder, { current, next });
    keys().set(serverKeyName(id), {
      id,
      name: serverKeyName(id),
      publicKey: known.publicKey,
      addedAt: 0,
      lastUsedAt: undefined,
    });
    await keyOf(id, folder).tend();
    expect(readServerKey(folder)).toEqual({ current: next });
    expect(keys().get(serverKeyName(id))?.publicKey).toBe(next.publicKey);
  }
});
