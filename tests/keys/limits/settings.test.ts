import { afterAll, expect } from "vitest";
import { noLimits } from "#shared/contract/values/key-limits.ts";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const row = async (id: number | string) => (await service.admin("GET", `/svc/api/api-key/${id}`)).body.response;
const change = (id: number | string, given: object) => service.admin("PATCH", `/svc/api/api-key/${id}`, given);
const opens = (key: string) => service.raw("GET", recordsPath(), { key });

verifies("keys:limits:set", async () => {
  const plain = await row(await service.aKey());
  expect(plain).toMatchObject({ ends_at: null, is_disabled: false, limits: null, day_ends_at: null });
  const made = { databases: ["Contacts"], user: "api", pass: "demo-pass", label: "limited" };
  const endsAt = "2027-01-01T00:00:00.000Z";
  const limits = { callsPerDay: 1_000, timeZone: "Europe/Berlin", methods: ["GET"] };
  const { id } = (await service.admin("POST", "/svc/api/api-key", { ...made, endsAt, limits })).body.response;
  expect(await row(id)).toMatchObject({
    ends_at: endsAt,
    limits: { ...noLimits, ...limits },
    // The clock of these tests begins on November 20.
    day_ends_at: "2026-11-20T23:00:00.000Z",
  });
  await change(id, { limits: { methods: null, networks: ["192.0.2.0/24"] } });
  expect((await row(id)).limits).toEqual({ ...noLimits, ...limits, methods: null, networks: ["192.0.2.0/24"] });
  await change(id, { limits: null, ends_at: null });
  expect(await row(id)).toMatchObject({ limits: null, ends_at: null, day_ends_at: null });
});

verifies("keys:limits:set", "invalid values are rejected by name, and nothing changes", async () => {
  const key = await service.aKey();
  const wrong: readonly [object, string][] = [
    [{ methods: ["TRACE"] }, "limits.methods"],
    [{ methods: [] }, "limits.methods"],
    [{ callsPerMinute: 0 }, "limits.callsPerMinute"],
    [{ callsPerDay: 1.5 }, "limits.callsPerDay"],
    [{ timeZone: "Mars/Olympus" }, "limits.timeZone"],
    [{ networks: ["10.0.0.0/33"] }, "limits.networks"],
    [{ networks: ["office"] }, "limits.networks"],
    [{ layouts: ["a\u0000b"] }, "limits.layouts"],
    [{ layout: ["Contacts"] }, "layout"],
  ];
  for (const [limits, field] of wrong) {
    const answer = await change(key, { limits });
    expect(answer, field).toRefuseWith("input_invalid");
    expect(answer.body.messages[0].text).toContain(field);
  }
  expect(await change(key, { endsAt: "tomorrow" })).toRefuseWith("input_invalid");
  expect((await row(key)).limits).toBeNull();
});

verifies("keys:rotate:overlap", async () => {
  const limits = { layouts: ["Contacts"] };
  const key = await service.aKey({ label: "Shop", isOData: true, limits });
  const old = await row(key);
  const answer = await service.admin("POST", `/svc/api/api-key/${key}/rotate`, { overlap: "1h" });
  expect(answer.status).toBe(200);
  const { key: value, id, replaces, old_key_ends_at: endsAt } = answer.body.response;
  expect(replaces).toBe(old.id);
  expect(Date.parse(endsAt) - service.clock.now()).toBeLessThanOrEqual(60 * 60_000);
  const next = await row(id);
  const { databases, user, label, is_odata, is_data_api, allow_any_database } = old;
  expect(next).toMatchObject({ databases, user, label, is_odata, is_data_api, allow_any_database });
  expect(next).toMatchObject({ limits: { ...noLimits, ...limits }, ends_at: null, replaces: old.id, last_used: null });
  expect(await row(old.id)).toMatchObject({ ends_at: endsAt, replaced_by: id });
  expect(await opens(key)).toSucceed();
  expect(await opens(value)).toSucceed();
  await service.turn(60 * 60_000);
  expect(await opens(key)).toRefuseLikeFileMaker("key_ended");
  expect(await opens(value)).toSucceed();
});

verifies(
  "keys:rotate:overlap",
  "an earlier expiration stays, without overlap the old key stops immediately, and a key is rotated only once",
  async () => {
    const early = new Date(service.clock.now() + 60_000).toISOString();
    const key = await service.aKey({ endsAt: early });
    const rotate = (which: string, overlap: string) =>
      service.admin("POST", `/svc/api/api-key/${which}/rotate`, { overlap });
    const first = await rotate(key, "30d");
    expect(first.body.response.old_key_ends_at).toBe(early);
    expect(await rotate(key, "none")).toRefuseWith("key_replaced");
    const second = await rotate(first.body.response.key, "none");
    expect(await opens(first.body.response.key)).toRefuseLikeFileMaker("key_ended");
    expect((await row(second.body.response.id)).replaces).toBe(first.body.response.id);
    expect(await rotate("999999", "none")).toRefuseWith("key_not_found");
  },
);

verifies("keys:rotate:overlap", "an Admin API Key as well", async () => {
  const key = await service.anAdminKey("Deploy");
  const answer = await service.admin("POST", `/svc/api/admin-api-key/${key}/rotate`, { overlap: "none" });
  const list = (value: string) =>
    service.raw("GET", "/svc/api/admin-api-key", { headers: { Authorization: `Bearer ${value}` } });
  expect((await list(answer.body.response.key)).status).toBe(200);
  expect(await list(key)).toRefuseWith("key_ended");
  const rows = (await list(answer.body.response.key)).body.response["api-keys"];
  expect(rows.at(-1)).toMatchObject({ label: "Deploy", replaces: answer.body.response.replaces });
});
