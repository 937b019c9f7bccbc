import { afterAll, expect } from "vitest";
import { newSecret, secretHint } from "#shared/keys/secret.ts";
import { passContext } from "#shared/keys/store.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const databases = "/svc/fmi/admin/v2/databases";

/** Creates a key as it was stored before keys of one account shared a session. */
async function anOldKey(id: number): Promise<string> {
  const { vault, ids, table } = service.runtime.platform;
  const value = newSecret("admin", ids);
  const [secretId] = await vault.fingerprints("key", value);
  const sealedPass = await vault.seal("admin-pass", passContext("admin", id));
  const times = { createdAt: 1, updatedAt: 1, lastUsed: null };
  const record = { id, hint: secretHint(value), secretId, label: "old", user: "admin", sealedPass, ...times };
  await table.put({ pk: "keys#admin", sk: String(id).padStart(16, "0"), fields: { schema: 1, ...record } });
  await table.put({ pk: `key#${secretId}`, sk: "pointer", fields: { schema: 1, kind: "admin", id } });
  return value;
}

verifies("keys:admin:old-form", async () => {
  const key = await anOldKey(901);
  expect(await service.raw("GET", databases, { key })).toSucceed();
  expect((await service.raw("GET", "/svc/api/api-key", { key })).status).toBe(200);
  await service.admin("DELETE", `/svc/api/admin-api-key/${key}`);
  await service.settle();
  expect(service.sandbox.counters.openAdminSessions()).toBe(0);
  expect(await service.raw("GET", databases, { key })).toRefuseLikeAdminApi("key_unknown");
});

verifies("keys:admin:old-form", "after the next start, it shares the session of its account", async () => {
  const [old, fresh] = [await anOldKey(902), await service.anAdminKey()];
  await service.restart();
  await service.settle();
  const before = service.sandbox.counters.adminLogins;
  for (const key of [old, fresh]) expect(await service.raw("GET", databases, { key })).toSucceed();
  expect(service.sandbox.counters.adminLogins - before).toBe(1);
});
