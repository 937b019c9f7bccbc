import { afterAll, expect } from "vitest";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { newestEntry, trailOf } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const store = { refuses: (_pk: string, _write: "put" | "update"): boolean => false };
const service = await testService({ decorate: (platform) => ({ ...platform, table: guarded(platform.table) }) });
afterAll(() => service.stop());

const keys = async () => (await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"];
const create = () =>
  service.admin("POST", "/svc/api/api-key", { databases: ["Contacts"], user: "api", pass: "demo-pass" });

verifies("audit:write:before", async () => {
  const before = await keys();
  store.refuses = (pk, write) => pk.startsWith("audit#") && write === "put";
  expect(await create()).toRefuseWith("store_unavailable");
  store.refuses = () => false;
  expect(await keys()).toEqual(before);
  expect(await create()).toSucceed();
});

verifies(
  "audit:write:crash",
  "a change whose end couldn't be recorded counts as started, and the log has its outcome",
  async () => {
    store.refuses = (pk, write) => pk.startsWith("audit#") && write === "update";
    const made = await create();
    expect(made).toSucceed();
    store.refuses = () => false;
    const requestId = made.headers["x-request-id"];
    expect(await newestEntry(service)).toMatchObject({ action: "createDataApiKey", outcome: "begun", requestId });
    const line = (await service.logs()).split("\n").find((text) => text.includes("audit_failed"));
    expect(JSON.parse(line ?? "")).toMatchObject({
      requestId,
      action: "createDataApiKey",
      outcome: "done",
      objects: `data-key:${made.body.response.id}`,
    });
  },
);

verifies("audit:write:crash", "a public operation is done anyway, and the log has what the trail lacks", async () => {
  store.refuses = (pk) => pk.startsWith("audit#");
  const json = { databases: ["Contacts"], user: "api", pass: "demo-pass" };
  const made = await service.raw("POST", "/svc/api/api-key/create-only", { json });
  expect(made).toSucceed();
  store.refuses = () => false;
  const lines = (await service.logs()).split("\n").filter((text) => text.includes("audit_failed"));
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
    action: "createDataApiKeyOnly",
    objects: `data-key:${made.body.response.id}`,
  });
});

verifies("audit:entries:refused-credentials", "a rejection that couldn't be counted is counted later", async () => {
  store.refuses = (pk) => pk.startsWith("audit#");
  const wrong = { key: `ak_${"7".repeat(49)}` };
  expect(await service.raw("GET", "/svc/api/api-key", wrong)).toRefuseWith("unauthenticated");
  await service.settle();
  store.refuses = () => false;
  await service.turn(2_000);
  await service.raw("GET", "/svc/healthz");
  await service.settle();
  expect((await trailOf(service)("?outcome=refused"))[0]).toMatchObject({ actor: "key", count: 1 });
});

function guarded(table: Table): Table {
  const checked = (pk: string, write: "put" | "update") => {
    if (store.refuses(pk, write)) throw new StoreUnavailable("The test's store takes no audit trail");
  };
  return {
    ...table,
    async put(item, condition) {
      checked(item.pk, "put");
      return table.put(item, condition);
    },
    async update(key, change, condition) {
      checked(key.pk, "update");
      return table.update(key, change, condition);
    },
  };
}
