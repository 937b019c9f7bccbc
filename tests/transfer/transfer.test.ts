import { afterAll, expect, onTestFinished } from "vitest";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { transferParts } from "#shared/transfer/contract.ts";
import { openedFile } from "#shared/transfer/file.ts";
import type { Platform } from "../../functions/platform.ts";
import { aStore, storeAccount } from "../backups/support/a-store.ts";
import { finalProcess, shownProcess } from "../processes/support/final-process.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const store = await aStore();
const reached = (platform: Platform) => ({ ...platform, callouts: store.reached });
// One machine in both projects, so that what moves goes to AWS in one of them, and back.
const source = await testService({ isOneMachine: true, decorate: reached });
/** Breaks writes of the target's store, once each. */
const faults: { before?: (pk: string) => boolean; after?: (pk: string) => boolean } = {};
// The same FileMaker Server is behind both: one installation moves.
const target = await testService({
  environment: { FMS_URL: source.sandbox.origin },
  decorate: (platform) => reached({ ...platform, table: breaking(platform.table) }),
});
afterAll(async () => {
  await source.stop();
  await target.stop();
  await store.close();
});

const passphrase = "correct horse battery staple";
const secrets = {
  webhook: "whsec_canary-of-a-webhook",
  channel: "https://hooks.example.com/canary-of-a-channel",
  source: "canary-of-another-server",
};

const post = async (service: TestService, path: string, json: object) => {
  const { status, body, text } = await service.admin("POST", `/svc/api/${path}`, json);
  expect(status, text).toBeLessThan(300);
  return body.response;
};
const exported = async (service: TestService, parts: readonly string[] = transferParts): Promise<string> =>
  (await post(service, "transfer/export", { parts, passphrase })).file;
const preview = async (file: string, more: object = {}, at = target) =>
  post(at, "transfer/preview", { file, passphrase, ...more });
const imported = async (file: string, more: object = {}, at = target) => {
  const { processId } = await post(at, "transfer/import", { file, passphrase, ...more });
  return finalProcess(at, processId);
};
const logOf = async (id: number): Promise<readonly string[]> => {
  const { lines } = (await target.admin("GET", `/svc/api/processes/${id}/log`)).body.response;
  return lines.map(({ text }: { readonly text: string }) => text);
};
const listed = async (service: TestService, path: string) =>
  (await service.admin("GET", `/svc/api/${path}`)).body.response;

/** One of everything that can be transferred. */
const key = await source.aKey({ databases: ["Contacts"], label: "Shop", isOData: true });
const adminKey = await source.anAdminKey("Deploys");
await source.admin("PATCH", "/svc/api/settings", {
  serverNickname: "Old",
  maxOutboxBuilds: 7,
  appLogToken: "regenerate",
});
await source.admin("PUT", "/svc/api/people/Reception", { role: "viewer" });
await post(source, "webhooks", {
  ...{ channel: "orders", filename: "Contacts", label: "Orders", secret: secrets.webhook },
  settings: { verification: { scheme: "github" } },
});
const document = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Ask Ada" }] }] };
await source.admin("PUT", "/svc/api/file-notes/Contacts", { document });
await post(source, "mcp-servers", { name: "Sales", slug: "sales", filename: "Contacts" });
const mcpTool = {
  ...{ name: "Find", description: "Finds customers by their names.", script_name: "Echo", timeout_s: 60 },
  input_schema: { zebra: { type: "string" }, apple: { type: "number", isArray: true } },
};
await post(source, "mcp-servers/sales/tools", mcpTool);
await post(source, "settings/offsite/remotes", {
  ...{ remote_name: "Cellar", endpoint: store.endpoint, bucket_name: "fm-backups" },
  ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
});
const { text: recoveryKey } = await post(source, "settings/offsite/recovery-key", {});
await post(source, "settings/offsite/schedules", {
  ...{ name: "Hourly", layout: "blocks" },
  ...{ remote_name: "cellar", bucket_name: "fm-backups", remote_path: "production" },
});
const { destination } = await post(source, "notifications/destinations", {
  ...{ label: "Operations", minimumSeverity: "warning" },
  target: { type: "slack", channelUrl: secrets.channel },
});
await post(source, "alerts", {
  ...{ name: "The cache is too small", metric: "cacheHit", statistic: "average", condition: "below", threshold: 90 },
  destinations: [destination.id],
});
const auth = { type: "apiKey", apiKey: secrets.source };
const { recipe } = await post(source, "deployment/recipes", {
  name: "Release",
  request: {
    label: "Release",
    deployments: [
      {
        source: { type: "servicejit", serverUrl: "https://dev.example.com", auth },
        fileOperations: [{ operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } }],
      },
    ],
  },
});
const timing = { kind: "repeating", cron: "0 1 * * *", timeZone: "UTC" };
await post(source, "schedules", {
  name: "Nightly",
  timing,
  action: { kind: "recipe", input: { recipeId: recipe.id } },
});
const { trigger } = await post(source, "triggers", {
  ...{ label: "Phones", filename: "Contacts", key, tableName: "Phones" },
  destination: { kind: "relay", targets: [{ kind: "url", url: "https://shop.example.com/canary-of-a-target" }] },
});
const file = await exported(source);

verifies("transfer:file:sealed", () => {
  const head = JSON.parse(file);
  expect(head).toMatchObject({ format: "latchkey-configuration", version: 1, counts: { webhooks: 1, notes: 1 } });
  const hidden = [...Object.values(secrets), storeAccount.secretAccessKey, "demo-pass", "admin-pass", "Shop", key];
  const packed = Buffer.from(head.sealed, "base64").toString("latin1");
  for (const secret of hidden) expect(file.includes(secret) || packed.includes(secret), secret).toBe(false);
});

verifies("transfer:file:refused", async () => {
  const ask = (given: object) => target.admin("POST", "/svc/api/transfer/preview", { file, passphrase, ...given });
  const head = JSON.parse(file);
  expect(await ask({ passphrase: "correct horse battery stable" })).toRefuseWith("transfer_not_opened");
  expect(await ask({ file: JSON.stringify({ ...head, from: "https://elsewhere" }) })).toRefuseWith(
    "transfer_not_opened",
  );
  expect(await ask({ file: file.slice(0, -3) })).toRefuseWith("transfer_file_invalid");
  expect(await ask({ file: '{"format":"another"}' })).toRefuseWith("transfer_file_invalid");
  const costly = { ...head, derivation: { ...head.derivation, memoryKiB: 4_000_000 } };
  expect(await ask({ file: JSON.stringify(costly) })).toRefuseWith("transfer_file_invalid");
  const newer = JSON.stringify({ format: "latchkey-configuration", readableBy: 2, version: 2, what: "else" });
  expect(await ask({ file: newer })).toRefuseWith("transfer_file_newer");
  expect(await ask({ passphrase: "too short" })).toRefuseWith("input_invalid");
});

verifies("transfer:configuration:preview", async () => {
  const { entries, from, digest } = await preview(file);
  expect(from).toBe(source.baseUrl);
  expect(new Set(entries.map(({ state, action }: Entry) => `${state} ${action}`))).toEqual(new Set(["new add"]));
  expect(new Set(entries.map(({ part }: Entry) => part))).toEqual(new Set(transferParts));
  // Roles are good for those that have that name or that key here.
  expect(entries.flatMap(({ warning }: Entry) => warning ?? []).sort()).toEqual([
    "Programs that have this key call as administrator here.",
    "The account Reception of FileMaker Server becomes viewer here.",
  ]);
  const [rule] = (await preview(file, { parts: ["alerts"] })).entries;
  expect(rule).toMatchObject({
    state: "conflict",
    reason: "A destination of notifications that it names is not here.",
  });
  const [schedule] = (await preview(file, { parts: ["schedules"] })).entries;
  expect(schedule).toMatchObject({ state: "conflict", reason: 'There is no recipe "Release" here.' });
  // A dry run says the same, and writes nothing.
  const dry = await imported(file, { isDryRun: true });
  expect(dry).toMatchObject({ state: "done", title: "Try the import of a configuration" });
  expect(await logOf(dry.id)).toContain("Would be added: schedules, Nightly");
  expect((await preview(file)).digest).toBe(digest);
  // What has changed since the preview has to be looked at again.
  await post(target, "notifications/destinations", {
    label: "New",
    target: { type: "slack", channelUrl: secrets.channel },
  });
  await imported(file, { digest });
  await target.admin("PATCH", "/svc/api/settings", { serverNickname: "Changed" });
  const outdated = await target.admin("POST", "/svc/api/transfer/import", { file, passphrase, digest });
  expect(outdated).toRefuseWith("transfer_moved_on");
});

verifies("transfer:configuration:moved", async () => {
  const process = await imported(file, { existing: "replace" });
  expect(process, (await logOf(process.id)).join("\n")).toMatchObject({ state: "done" });
  const [tool] = (await listed(target, "mcp-servers/sales/tools")).tools;
  expect(tool).toMatchObject({ ...mcpTool, mcp_name: "find", is_active: true });
  expect(Object.keys(tool.input_schema)).toEqual(["zebra", "apple"]);
  // Every field of every part, out of the one and out of the other.
  const [{ content: before }, { content: after }] = await Promise.all([
    openedFile(file, passphrase),
    openedFile(await exported(target), passphrase),
  ]);
  for (const part of transferParts)
    expect(after[part]?.map(unnumbered), part).toEqual(expect.arrayContaining(before[part]?.map(unnumbered) ?? []));
  expect(before.recoveryKey).toMatchObject([{ sets: [{ set: expect.stringMatching(/^[0-9a-f]{32}$/) }] }]);
  expect(before.keys?.flatMap((entry) => Object.keys(entry as object))).toContain("pass");
  // The sheet that was printed there is that of the key here.
  const { recovery_key: moved } = await listed(target, "settings/offsite/recovery-key");
  const groups = recoveryKey.split(/[-\n]/);
  const typed = moved.confirm_groups.map((number: number) => ({ number, text: groups[number - 1] }));
  await post(target, "settings/offsite/recovery-key/confirm", { groups: typed });
  // Known within a minute, by the value that its client has had all along.
  await target.turn(61_000);
  expect(await target.raw("GET", recordsPath(), { key })).toSucceed();
  expect(await target.raw("GET", "/svc/api/api-key", { key: adminKey })).toSucceed();
  const [schedule] = (await listed(target, "schedules")).schedules;
  expect(schedule).toMatchObject({ name: "Nightly", isEnabled: false, nextRuns: [] });
  const [ruleThere] = (await listed(target, "alerts")).alerts;
  const { destinations } = await listed(target, "notifications/destinations");
  const operations = destinations.find(({ label }: { readonly label: string }) => label === "Operations");
  expect(ruleThere).toMatchObject({ name: "The cache is too small", destinations: [operations.id] });
  const [there] = (await listed(target, "deployment/recipes")).recipes;
  expect(schedule.action.input).toEqual({ recipeId: there.id });
});

verifies("transfer:offsite-schedules:off", async () => {
  const [before] = (await listed(source, "settings/offsite/schedules")).schedules;
  const [moved] = (await listed(target, "settings/offsite/schedules")).schedules;
  expect(before).toMatchObject({ name: "Hourly", is_enabled: true, layout: "blocks" });
  // The recovery key was confirmed there.
  expect(moved).toEqual({ ...before, is_enabled: false, state: "off", is_key_confirmed: true, warnings: [] });
  // Without its location, or what opens its set, there is nothing to be done with it.
  const empty = await testService({ isOneMachine: true });
  onTestFinished(() => empty.stop());
  const reasonOf = async (parts: readonly string[]) => {
    const { entries } = await preview(file, { parts }, empty);
    return entries.find(({ part }: Entry) => part === "offsiteSchedules").reason;
  };
  expect(await reasonOf(["offsiteSchedules"])).toBe('There is no offsite location "cellar" here.');
  expect(await reasonOf(["offsiteSchedules", "locations"])).toContain("take the recovery key along");
  expect(await reasonOf(["offsiteSchedules", "locations", "recoveryKey"])).toBeNull();
});

verifies("transfer:triggers:taken-over", async () => {
  const [moved] = (await listed(target, "triggers")).triggers;
  const onServer = async () => (await listed(target, `triggers/${moved.id}`)).onServer;
  // Within a minute, at the same FileMaker Server: the new one is there, and the old one is not.
  while ((await onServer())?.length !== 1) await target.turn(10_000);
  expect(await onServer()).toMatchObject([{ tableName: "Phones" }]);
  expect((await listed(source, `triggers/${trigger.id}`)).onServer).toEqual(await onServer());
});

verifies("transfer:configuration:repeated", async () => {
  const rows = async () =>
    (await target.rows()).filter(({ pk }) => transferred.test(pk)).map(({ pk, sk }) => `${pk} ${sk}`);
  const before = await rows();
  const { entries } = await preview(file, { existing: "replace" });
  expect(new Set(entries.map(({ state, action }: Entry) => `${state} ${action}`))).toEqual(new Set(["same skip"]));
  expect(await imported(file, { existing: "replace" })).toMatchObject({ state: "done" });
  expect(await rows()).toEqual(before);
  // What differs stays, unless it is to be replaced.
  await target.admin("PATCH", "/svc/api/settings", { serverNickname: "New" });
  const [left] = (await preview(file, { parts: ["settings"] })).entries;
  expect(left).toMatchObject({ state: "changed", action: "skip", reason: "There is one here, which stays." });
  await imported(file);
  expect((await listed(target, "settings")).serverNickname).toBe("New");
  await imported(file, { existing: "replace", parts: ["settings"] });
  expect((await listed(target, "settings")).serverNickname).toBe("Old");
});

verifies("transfer:configuration:cut-off", async () => {
  for (const channel of ["one", "two", "three"]) {
    const settings = { verification: { scheme: "none" } };
    await post(source, "webhooks", { channel, filename: "Contacts", label: channel, settings });
  }
  const more = await exported(source, ["webhooks"]);
  const channels = async () =>
    (await listed(target, "webhooks")).webhooks.map(({ channel }: { readonly channel: string }) => channel).sort();
  const before = await channels();
  faults.before = (pk) => pk === "processes" || pk.startsWith("process#");
  expect((await target.admin("POST", "/svc/api/transfer/import", { file: more, passphrase })).status).toBe(503);
  expect(await channels()).toEqual(before);
  delete faults.before;
  // Written, but the answer got lost: the step is done again.
  faults.after = (pk) => pk === "webhooks";
  const { processId } = await post(target, "transfer/import", { file: more, passphrase });
  while ((await shownProcess(target, processId)).endedAt === null) await target.turn(5_000);
  expect(await shownProcess(target, processId)).toMatchObject({ state: "done" });
  expect(faults.after).toBeUndefined();
  expect(await channels()).toEqual([...before, "one", "three", "two"].sort());
  // Of the one that was not accepted it expires.
  while ((await target.rows("configuration-imports")).length > 1) await target.turn(1_000);
});

verifies("transfer:configuration:sent", async () => {
  await source.admin("PUT", "/svc/api/file-notes/Orders", { document });
  const { port } = new URL(target.baseUrl);
  const to = {
    serverUrl: `http://target.example.com:${port}`,
    adminApiKey: await target.anAdminKey(),
    parts: ["notes"],
  };
  const asked = await post(source, "transfer/send", { ...to, isPreview: true });
  expect(asked).toEqual({
    processId: null,
    entries: [
      expect.objectContaining({ title: "Contacts.fmp12", state: "same" }),
      expect.objectContaining({ title: "Orders.fmp12", state: "new", action: "add" }),
    ],
  });
  const { processId } = await post(source, "transfer/send", to);
  expect(await finalProcess(target, processId)).toMatchObject({ state: "done" });
  expect((await listed(target, "file-notes/Orders")).note.document).toEqual(document);
  const send = (changes: object) => source.admin("POST", "/svc/api/transfer/send", { ...to, ...changes });
  expect(await send({ adminApiKey: `ak_${"a".repeat(49)}` })).toRefuseWith("transfer_target_refused");
  expect(await send({ serverUrl: store.endpoint })).toRefuseWith("transfer_target_away");
  const logs = `${await source.logs()}${await target.logs()}`;
  for (const secret of [to.adminApiKey, passphrase, ...Object.values(secrets)]) expect(logs).not.toContain(secret);
});

verifies("transfer:configuration:moved", "back again, and keys that were made there work here as well", async () => {
  const made = await target.aKey({ databases: ["Contacts"], label: "Made there" });
  const { version } = (await listed(source, "file-notes/Contacts")).note;
  const deleted = await source.admin("DELETE", `/svc/api/file-notes/Contacts?version=${version}`);
  expect(deleted.status, deleted.text).toBe(200);
  const back = await exported(target);
  expect(await imported(back, { existing: "replace" }, source)).toMatchObject({ state: "done" });
  const { entries } = await preview(back, { existing: "replace" }, source);
  expect(new Set(entries.map(({ state }: Entry) => state))).toEqual(new Set(["same"]));
  await source.turn(61_000);
  for (const value of [made, key]) expect(await source.raw("GET", recordsPath(), { key: value })).toSucceed();
  expect((await listed(source, "file-notes/Contacts")).note.document).toEqual(document);
});

/** An entry without the number of its trigger's revision, which each installation counts for itself. */
function unnumbered(entry: unknown): object {
  const { revision: _, ...rest } = entry as { readonly revision?: number };
  return rest;
}

interface Entry {
  readonly part: string;
  readonly state: string;
  readonly action: string;
  readonly warning: string | null;
}

/** Partitions of what is transferred. */
const transferred =
  /^(?:system|keys#|key#|webhooks|notes|mcp-servers|offsite-locations|offsite-recovery-key|offsite-sets|offsite-schedules$|notification-destinations|deployments#recipes|schedules|triggers$)/;

/** A table whose writes fail as `faults` say: before they are done, or with their answer lost. */
function breaking(table: Platform["table"]): Platform["table"] {
  const around = async <T>(pks: readonly string[], write: () => Promise<T>): Promise<T> => {
    if (pks.some((pk) => faults.before?.(pk))) throw new StoreUnavailable("broken");
    const written = await write();
    if (!pks.some((pk) => faults.after?.(pk))) return written;
    delete faults.after;
    throw new StoreUnavailable("broken");
  };
  const pkOf = (write: Parameters<Platform["table"]["transact"]>[0][number]): string =>
    "put" in write ? write.put.pk : "update" in write ? write.update.pk : "";
  return {
    ...table,
    put: (item, condition) => around([item.pk], () => table.put(item, condition)),
    update: (at, change, condition) => around([at.pk], () => table.update(at, change, condition)),
    transact: (writes) => around(writes.map(pkOf), () => table.transact(writes)),
  };
}
