import { afterAll, expect } from "vitest";
import { OffsiteScheduleRecord } from "#shared/backups/schedules/record.ts";
import { offsiteScheduleStore } from "#shared/backups/schedules/store.ts";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operations } from "#shared/contract/operation.ts";
import type { Action, Dependent, Subject } from "#shared/dependents/contract.ts";
import { graph } from "#shared/dependents/graph.ts";
import { grantStore } from "#shared/oauth/grants/grant-store.ts";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { receivers } from "../triggers/support/a-receiver.ts";
import { deletions } from "./support/deletions.ts";

const receiver = await receivers();
const world = demoWorld();
const service = await testService({
  decorate: receiver.decorate,
  sandbox: {
    world: {
      ...world,
      clients: [{ userName: "Anna", files: [{ database: "Contacts", account: "api" }] }],
      server: { ...world.server, version: "26.0.1.68" },
    },
  },
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** Sends a call that has to succeed, and returns its response. */
const taken = async (method: string, path: string, json?: object) => {
  const answer = await service.admin(method, `/svc/api/${path}`, json);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.response;
};
const find = async (action: Action, ...of: Subject[]): Promise<{ dependents: Dependent[] } & Record<string, unknown>> =>
  taken("POST", "dependents", { action, of });
const namesOf = ({ dependents }: { readonly dependents: readonly Dependent[] }) =>
  dependents.map(({ kind, id, effect }) => [kind, id, effect].filter(Boolean).join(" "));
const ofKind = (kind: Dependent["kind"], { dependents }: { readonly dependents: readonly Dependent[] }) =>
  dependents.filter((dependent) => dependent.kind === kind);

const { table } = service.openStores(service.clock);
const key = await service.aKey({ isOData: true, label: "Web shop" });
await service.anAdminKey("Monitoring");
const webhook = await taken("POST", "webhooks", { channel: "orders", filename: "Contacts", label: "Shop orders" });
await taken("POST", "mcp-servers", { name: "Sales", slug: "sales", filename: "Contacts.fmp12" });
const request = {
  deployments: [
    {
      source: {
        type: "offsite_storage",
        buildId: "release-12",
        offsiteLocation: { remote_name: "wasabi", bucket_name: "fm-backups", remote_path: "" },
      },
      fileOperations: [
        { operation: "replace", source: { fileName: "Contacts.fmp12" }, target: { fileName: "Contacts.fmp12" } },
      ],
    },
  ],
};
const [deploymentPart] = request.deployments;
const ofInbox = { deployments: [{ ...deploymentPart, source: { type: "build_inbox", buildId: "release-11" } }] };
await taken("POST", "deployment/recipes", { name: "From the inbox", request: ofInbox });
const { recipe } = await taken("POST", "deployment/recipes", { name: "Release", request });
const timing = { kind: "repeating", cron: "0 3 * * *", timeZone: "UTC" };
const schedules = [
  { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts.fmp12", clone: true }] } },
  { kind: "recipe", input: { recipeId: recipe.id } },
  { kind: "deployment", input: request },
  { kind: "deployment", input: ofInbox },
];
const ids: number[] = [];
for (const action of schedules)
  ids.push((await taken("POST", "schedules", { name: `Nightly ${action.kind}`, timing, action })).schedule.id);
const [build] = ids;
const { trigger } = await taken("POST", "triggers", {
  ...{ label: "Contacts to the shop", filename: "Contacts", key, tableName: "Contacts" },
  destination: { kind: "relay", targets: [{ kind: "schedule", scheduleId: build }] },
});
const { destination } = await taken("POST", "notifications/destinations", {
  ...{ label: "Chat", target: { type: "webhook", webhookUrl: receiver.localUrl("/alerts") } },
});
const rule = { metric: "calls", statistic: "sum", condition: "above", threshold: 9 };
for (const where of [{ file: "Contacts.fmp12" }, { key: "data-key:1" }])
  await taken("POST", "alerts", {
    ...rule,
    name: `Calls of ${Object.keys(where)}`,
    where,
    destinations: [destination.id],
  });
await taken("POST", "alerts", {
  ...rule,
  name: "Events",
  metric: "webhookCalls",
  where: { webhook: String(webhook.id) },
});
await taken("POST", "alerts", { ...rule, name: "Tools", metric: "toolCalls", where: { server: "sales" } });
await taken("PUT", "settings/status-page", {
  isOn: true,
  title: "",
  files: ["Contacts"],
  schedules: [build],
  notices: [],
});

// A grant needs an AI client, and a finished offsite backup an agent and a store: their records are stored as these would.
const now = service.clock.now();
await grantStore(table).add(
  "grant-1",
  {
    ...{ schema: 1, clientId: "client", clientName: "Assistant", clientHost: null, redirectHost: "localhost" },
    ...{
      account: "anna",
      slug: "sales",
      file: "Contacts.fmp12",
      resource: "https://latchkey.example.com/svc/mcp/sales",
    },
    ...{
      scopes: ["fm:read"],
      refusedScopes: [],
      createdAt: now,
      lastUsedAt: now,
      refreshReusedAt: null,
      endsAt: now + 3_600_000,
    },
  },
  {
    ...{ schema: 1, clientId: "client", clientName: "Assistant", account: "anna" },
    ...{ resource: "https://latchkey.example.com/svc/mcp/sales", sealedPassword: "sealed" },
  },
  now + 3_600_000,
);
const container = { isIncluded: false, differs: null, remote: null, bucket: null, path: null };
await offsiteScheduleStore(table).create(
  OffsiteScheduleRecord.parse({
    ...{ schema: 1, id: "7", name: "Daily", remote: "wasabi", bucket: "fm-backups", path: "", isZipped: false },
    ...{ containers: [container, container], isEnabled: true, createdAt: now, updatedAt: now, seen: null, dueAt: null },
    ...{ newestFolder: null, lastRun: null },
    lastSuccess: { folder: "Daily_2026-11-19_2300", at: now - 36_000_000, databases: ["Contacts.fmp12"] },
  }),
);
const signedIn = await service.raw("POST", "/svc/api/session", { json: { user: "admin", pass: "admin-pass" } });
expect(signedIn.status, signedIn.text).toBe(200);
const adminKey = await service.anAdminKey("Sign-in");
const withKey = await service.raw("POST", "/svc/api/session", { json: { key: adminKey } });
expect(withKey.status, withKey.text).toBe(200);

/** Object of each kind in this world. */
const subjects: Readonly<Record<Subject["kind"], string>> = {
  file: "contacts",
  "data-key": "1",
  "admin-key": "2",
  webhook: String(webhook.id),
  trigger: String(trigger.id),
  "mcp-server": "Sales",
  schedule: String(build),
  recipe: String(recipe.id),
  destination: String(destination.id),
  "offsite-location": "wasabi",
  "offsite-schedule": "Daily",
  person: "admin",
  build: "release-11",
};

verifies("dependents:graph:complete", async () => {
  for (const [kind, edges] of Object.entries(graph) as [Subject["kind"], (typeof graph)["file"]][]) {
    for (const { kind: dependent, effects } of edges) {
      // Only the last Admin API key ends the monitoring; there are two here.
      if (dependent === "monitoring") continue;
      for (const [action, effect] of Object.entries(effects) as [Action, string][]) {
        const found = await find(action, { kind, id: subjects[kind] });
        expect(
          found.dependents.map((one) => [one.kind, one.effect]),
          `${action} ${kind}`,
        ).toContainEqual([dependent, effect]);
        expect(found).toMatchObject({ isComplete: true, unread: [] });
        expect(new Set(found.dependents.flatMap(({ of }) => of))).toEqual(new Set([subjects[kind]]));
      }
    }
  }
});

verifies(
  "dependents:graph:complete",
  "what is closed names clients first, and a file that nothing uses has nothing",
  async () => {
    const closing = await find("close", { kind: "file", id: "Contacts.fmp12" });
    expect(ofKind("webhook", closing)).toEqual([
      {
        ...{ kind: "webhook", id: String(webhook.id), name: "Shop orders", of: ["Contacts.fmp12"], effect: "waits" },
        lastUsedAt: null,
      },
    ]);
    expect(ofKind("schedule", closing).map(({ id }) => Number(id))).toEqual(ids);
    expect(closing.dependents[0]).toMatchObject({ kind: "client", effect: "disconnected", of: ["Contacts.fmp12"] });
    expect(namesOf(await find("close", { kind: "file", id: "Nowhere" }))).toEqual([]);
  },
);

verifies("dependents:graph:complete", "dependents of several objects are listed once, with all of them", async () => {
  const two = [
    { kind: "file" as const, id: "Contacts.fmp12" },
    { kind: "file" as const, id: "Nowhere.fmp12" },
  ];
  const [shop] = ofKind("data-key", await find("close", ...two));
  expect(shop).toMatchObject({ name: "Web shop", of: ["Contacts.fmp12"] });
  // What is deleted together isn't a dependent.
  const together = await find(
    "delete",
    { kind: "schedule", id: String(build) },
    { kind: "trigger", id: String(trigger.id) },
  );
  expect(namesOf(together)).toEqual(["status-page shown"]);
});

verifies("dependents:graph:complete", "the last Admin API key ends the monitoring", async () => {
  const first = await find("delete", { kind: "admin-key", id: "1" });
  expect(ofKind("monitoring", first)).toEqual([]);
  await taken("DELETE", "admin-api-key/2");
  const last = await find("delete", { kind: "admin-key", id: "1" });
  expect(ofKind("monitoring", last)).toMatchObject([{ effect: "ends" }]);
});

verifies("dependents:confirmation:reasons", async () => {
  const unused = { kind: "data-key" as const, id: "1" };
  const many = Array.from({ length: 5 }, (_, index) => ({ kind: "data-key" as const, id: String(90 + index) }));
  expect(await find("delete", ...many)).toMatchObject({ confirmation: "many" });
  expect(await find("delete", ...many.slice(1))).toMatchObject({ confirmation: null });
  expect(await find("disable", ...many)).toMatchObject({ confirmation: null });
  expect(await find("delete", unused)).toMatchObject({ lastUsedAt: null, confirmation: null });
  const records = await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records", {
    key,
  });
  expect(records.status).toBe(200);
  await service.settle();
  expect(await find("delete", unused)).toMatchObject({ confirmation: "recent" });
});

verifies("dependents:unread:named", async () => {
  service.sandbox.world.server.running = false;
  const found = await find("delete", { kind: "file", id: "Contacts.fmp12" });
  expect(found).toMatchObject({ isComplete: false, unread: [{ kind: "client", reason: expect.stringMatching(/\w/) }] });
  expect(ofKind("webhook", found)).toHaveLength(1);
});

verifies("dependents:operations:covered", () => {
  const all = Object.values(catalogue as Readonly<Record<string, Operations>>).flatMap(Object.entries);
  const names = all.filter(([, { method }]) => method === "DELETE").map(([name]) => name);
  expect(names.sort()).toEqual(Object.keys(deletions).sort());
  for (const kind of Object.values(deletions))
    expect(typeof kind === "string" ? graph[kind] : kind.because).toBeTruthy();
});
