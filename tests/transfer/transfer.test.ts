import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, inflateRawSync } from "node:zlib";
import { afterAll, expect, onTestFinished } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { type PartName, transferParts } from "#shared/transfer/contract.ts";
import { type Content, openedFile, sealedFile } from "#shared/transfer/file.ts";
import type { Platform } from "../../functions/platform.ts";
import type { openVault } from "../../local-runtime/secrets/vault.ts";
import { aStore, storeAccount } from "../backups/support/a-store.ts";
import { finalProcess, shownProcess } from "../processes/support/final-process.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const store = await aStore();
const reached = (platform: Platform) => ({ ...platform, callouts: store.reached });
// One machine in both projects, so that in one of them the data moves to AWS and back.
const source = await testService({ isOneMachine: true, decorate: reached });
/** Makes writes to the target's store fail, once each. */
const faults: { before?: (pk: string) => boolean; after?: (pk: string) => boolean } = {};
// Both services use the same FileMaker Server: one installation moves.
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
/** Returns a file with this content, as another installation would have created it. */
const fileOf = (content: Content): Promise<string> =>
  sealedFile(
    content,
    { from: "https://old.example.com", exportedAt: Date.now() },
    { passphrase, ids: systemIds(systemClock) },
  );
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
  // The content is compressed and then encrypted: decompressing the bytes at any offset doesn't reveal it.
  const bytes = Buffer.from(head.sealed, "base64");
  for (let at = 0; at < 64; at += 1) expect(inflated(bytes.subarray(at)), String(at)).not.toContain(secrets.webhook);
});

verifies("transfer:file:sealed", "with the selected items, and nothing else", async () => {
  const { content } = await openedFile(await exported(source, ["webhooks", "notes"]), passphrase);
  expect(content).toEqual({
    webhooks: [expect.objectContaining({ channel: "orders", secret: secrets.webhook })],
    notes: [expect.objectContaining({ filename: "Contacts.fmp12" })],
  });
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
  const newer = JSON.stringify({ format: "latchkey-configuration", readableBy: 2, version: 2, what: "else" });
  expect(await ask({ file: newer })).toRefuseWith("transfer_file_newer");
  // A part that was added later would be lost silently.
  const further = JSON.stringify({ ...head, version: 2, counts: { ...head.counts, dashboards: 3 } });
  expect(await ask({ file: further })).toRefuseWith("transfer_file_newer");
  expect(await ask({ passphrase: "too short" })).toRefuseWith("input_invalid");
  // Anyone with the passphrase can seal any content.
  expect(await ask({ file: await fileOf({ notes: "none" as unknown as [] }) })).toRefuseWith("transfer_file_invalid");
});

verifies("transfer:configuration:preview", async () => {
  const { entries, from, digest } = await preview(file);
  expect(from).toBe(source.baseUrl);
  expect(new Set(entries.map(({ state, action }: Entry) => `${state} ${action}`))).toEqual(new Set(["new add"]));
  expect(new Set(entries.map(({ part }: Entry) => part))).toEqual(new Set(transferParts));
  // Roles apply to the accounts with that name, and the programs with that key, on this server.
  expect(entries.flatMap(({ warning }: Entry) => warning ?? []).sort()).toEqual([
    "Apps that have this key get the role administrator here.",
    "The FileMaker Server account Reception gets the role viewer.",
  ]);
  const [rule] = (await preview(file, { parts: ["alerts"] })).entries;
  expect(rule).toMatchObject({
    state: "conflict",
    reason: "A notification destination of the rule doesn't exist here.",
  });
  const [schedule] = (await preview(file, { parts: ["schedules"] })).entries;
  expect(schedule).toMatchObject({ state: "conflict", reason: 'Recipe "Release" doesn\'t exist here.' });
  const { notes: [note] = [] } = (await openedFile(file, passphrase)).content;
  const odd = await preview(await fileOf({ notes: [note, { filename: 7 }, note] }));
  expect(odd.entries.map(({ title, state, reason }: Entry) => [title, state, reason])).toEqual([
    ["Contacts.fmp12", "new", null],
    ["(not readable)", "conflict", "This version of Latchkey doesn't support this entry."],
    ["Contacts.fmp12", "conflict", "The file has this entry twice."],
  ]);
  // A dry run reports the same, and writes nothing.
  const dry = await imported(file, { isDryRun: true });
  expect(dry).toMatchObject({ state: "done", title: "Preview the import of a configuration" });
  expect(await logOf(dry.id)).toContain("Would be added: schedules, Nightly");
  expect((await preview(file)).digest).toBe(digest);
  // Changes since the preview must be reviewed again.
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
  // Every field of every part, from the source and from the target.
  const [{ content: before }, { content: after }] = await Promise.all([
    openedFile(file, passphrase),
    openedFile(await exported(target), passphrase),
  ]);
  for (const part of transferParts)
    expect(after[part]?.map(unnumbered), part).toEqual(expect.arrayContaining(before[part]?.map(unnumbered) ?? []));
  expect(before.recoveryKey).toMatchObject([{ sets: [{ set: expect.stringMatching(/^[0-9a-f]{32}$/) }] }]);
  expect(before.keys?.flatMap((entry) => Object.keys(entry as object))).toContain("pass");
  // The printed recovery sheet of the source fits the key of the target.
  const { recovery_key: moved } = await listed(target, "settings/offsite/recovery-key");
  const groups = recoveryKey.split(/[-\n]/);
  const typed = moved.confirm_groups.map((number: number) => ({ number, text: groups[number - 1] }));
  await post(target, "settings/offsite/recovery-key/confirm", { groups: typed });
  // The keys work within a minute, with the values that their clients have always used.
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
  // Without its location, or the key that opens its set, it is unusable.
  const empty = await testService({ isOneMachine: true });
  onTestFinished(() => empty.stop());
  const reasonOf = async (parts: readonly string[]) => {
    const { entries } = await preview(file, { parts }, empty);
    return entries.find(({ part }: Entry) => part === "offsiteSchedules").reason;
  };
  expect(await reasonOf(["offsiteSchedules"])).toBe('There is no offsite location "cellar" here.');
  expect(await reasonOf(["offsiteSchedules", "locations"])).toContain("Include the recovery key");
  expect(await reasonOf(["offsiteSchedules", "locations", "recoveryKey"])).toBeNull();
});

verifies("transfer:triggers:taken-over", async () => {
  const [moved] = (await listed(target, "triggers")).triggers;
  const onServer = async () => (await listed(target, `triggers/${moved.id}`)).onServer;
  // Within a minute, at the same FileMaker Server: the new one exists, and the old one doesn't.
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
  // Items that differ stay, unless they are to be replaced.
  await target.admin("PATCH", "/svc/api/settings", { serverNickname: "New" });
  const [left] = (await preview(file, { parts: ["settings"] })).entries;
  expect(left).toMatchObject({
    state: "changed",
    action: "skip",
    reason: "An entry with this name exists and is kept.",
  });
  const [taken] = (await preview(file, { parts: ["settings"], existing: "replace" })).entries;
  expect(taken).toMatchObject({ state: "changed", action: "replace", reason: null });
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
  // Written, but the answer was lost: the step is repeated.
  faults.after = (pk) => pk === "webhooks";
  const { processId } = await post(target, "transfer/import", { file: more, passphrase });
  while ((await shownProcess(target, processId)).endedAt === null) await target.turn(5_000);
  expect(await shownProcess(target, processId)).toMatchObject({ state: "done" });
  expect(faults.after).toBeUndefined();
  expect(await channels()).toEqual([...before, "one", "three", "two"].sort());
  // The record of the rejected import expires.
  while ((await target.rows("configuration-imports")).length > 1) await target.turn(1_000);
});

verifies("transfer:configuration:cut-off", "with any amount of any content", async () => {
  // Characters of two UTF-16 units and four UTF-8 bytes, wherever staged data may be split: the longer name shifts the second half by one
  // unit.
  const document = {
    ...{ type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "🔑".repeat(25_000) }] }] },
  };
  const notes = ["a", "b", "c", "d", "e", "ff", "g", "h", "i", "j"].map((name) => ({
    ...{ filename: `Large ${name}.fmp12`, document, updatedAt: 1 },
  }));
  expect(await imported(await fileOf({ notes }))).toMatchObject({ state: "done" });
  const { content } = await openedFile(await exported(target, ["notes"]), passphrase);
  expect(content.notes).toEqual(expect.arrayContaining(notes));
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
    ...{ processId: null, sentTo: new URL(to.serverUrl).origin, sentSecrets: false },
    entries: [
      expect.objectContaining({ title: "Contacts.fmp12", state: "same" }),
      expect.objectContaining({ title: "Orders.fmp12", state: "new", action: "add" }),
    ],
  });
  const { processId, sentSecrets } = await post(source, "transfer/send", to);
  expect(sentSecrets).toBe(true);
  expect(await finalProcess(target, processId)).toMatchObject({ state: "done" });
  expect((await listed(target, "file-notes/Orders")).note.document).toEqual(document);
  const send = (changes: object) => source.admin("POST", "/svc/api/transfer/send", { ...to, ...changes });
  expect(await send({ adminApiKey: `ak_${"a".repeat(49)}` })).toRefuseWith("transfer_target_refused");
  expect(await send({ serverUrl: store.endpoint })).toRefuseWith("transfer_target_away");
  const logs = `${await source.logs()}${await target.logs()}`;
  for (const secret of [to.adminApiKey, passphrase, ...Object.values(secrets)]) expect(logs).not.toContain(secret);
});

verifies("transfer:configuration:preview-sent", async () => {
  const file = await exported(source);
  const empty = await testService({ isOneMachine: true });
  onTestFinished(() => empty.stop());
  await target.admin("PATCH", "/svc/api/settings", { serverNickname: "Differs" });
  // The same digests as the other service returns for the whole file, in every state and for every part.
  const referring = ["alerts", "schedules", "triggers", "offsiteSchedules"];
  for (const [there, parts, existing] of [
    [target, transferParts, "replace"],
    [target, referring, "skip"],
    [empty, transferParts, "skip"],
    [empty, referring, "skip"],
  ] as const) {
    const serverUrl = `http://target.example.com:${new URL(there.baseUrl).port}`;
    const to = { serverUrl, adminApiKey: await there.anAdminKey(), parts, existing, isPreview: true };
    const { entries } = await post(source, "transfer/send", to);
    expect(entries, JSON.stringify(parts)).toEqual((await preview(file, { parts, existing }, there)).entries);
  }
});

verifies(
  "transfer:configuration:moved",
  "a configuration moves back again, and keys that were created there work here as well",
  async () => {
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
    // Lookup secrets are sealed again with everything else, and need no earlier master key.
    const vault = () => source.runtime.platform.vault as Platform["vault"] & ReturnType<typeof openVault>;
    vault().rotate();
    await source.restart();
    await source.settle();
    for (const older of vault().kids.slice(1)) vault().retire(older);
    await source.restart();
    for (const value of [made, key]) expect(await source.raw("GET", recordsPath(), { key: value })).toSucceed();
  },
);

verifies("transfer:configuration:sent", "only to a Latchkey, and never to a blocked address", async () => {
  const [asked, calls] = [[] as string[], [] as IncomingMessage[]];
  const other = await listening((request, answer) => {
    calls.push(request);
    asked.push(`${request.method} ${request.url}`);
    answer.writeHead(307, { Location: target.baseUrl + request.url }).end();
  });
  const to = { adminApiKey: await target.anAdminKey(), parts: ["notes"], isPreview: true };
  const send = async (service: TestService, serverUrl: string) =>
    service.admin("POST", "/svc/api/transfer/send", { ...to, serverUrl });
  // It redirects to a Latchkey, but isn't one: it gets neither the key nor the file, and the redirect isn't followed.
  expect(await send(source, `http://other.example.com:${other}`)).toRefuseWith("transfer_target_away");
  expect(asked).toEqual(["GET /svc/api/info", "GET /otto/api/info"]);
  expect(calls.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  const guarded = await testService({ isOneMachine: true });
  onTestFinished(() => guarded.stop());
  const hosts = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "10.0.0.1", "169.254.169.254"];
  for (const host of hosts)
    for (const scheme of ["http", "https"]) {
      const refused = await send(guarded, `${scheme}://${host}:${other}`);
      expect(refused, `${scheme} ${host}`).toRefuseWith("transfer_target_away");
      expect(refused.body.messages[0].text, `${scheme} ${host}`).toMatch(/Blocked|is not allowed|requires? https/);
    }
  expect(calls).toHaveLength(2);
  for (const serverUrl of ["ftp://other.example.com", "file:///etc/passwd", "other.example.com"])
    expect(await send(guarded, serverUrl)).toRefuseWith("input_invalid");
});

/** Changes to an entry of each part. */
const changes: Readonly<Record<PartName, object>> = {
  settings: { serverNickname: "Another" },
  keys: { label: "Another", pass: "canary-of-another-account" },
  people: { role: "operator" },
  webhooks: { label: "Another", secret: "whsec_canary-of-another-webhook" },
  notes: { document: { type: "doc", content: [{ type: "paragraph" }] }, updatedAt: 7 },
  mcpServers: { name: "Another", tools: [] },
  locations: { label: "Another", secret: "canary-of-another-store" },
  recoveryKey: { id: "0123456789abcdef", key: Buffer.alloc(32, 7).toString("base64") },
  offsiteSchedules: { isDrilled: false },
  notifications: { minimumSeverity: "error" },
  alerts: { threshold: 70 },
  recipes: { savedBy: "another" },
  schedules: { timing: { ...timing, cron: "0 2 * * *" } },
  triggers: { label: "Another" },
};

verifies("transfer:configuration:moved", "differing items of any part are replaced", async () => {
  const { content } = await openedFile(await exported(target), passphrase);
  const isKept = (entry: unknown) => (entry as { readonly kind?: string }).kind === "id-secret";
  const changed: Content = Object.fromEntries(
    transferParts.map((part) => [
      part,
      (content[part] ?? []).map((entry) => (isKept(entry) ? entry : { ...(entry as object), ...changes[part] })),
    ]),
  );
  const differing = await fileOf(changed);
  const { entries } = await preview(differing, { existing: "replace" });
  for (const { part, title, action } of entries)
    expect(action, `${part} ${title}`).toBe(title === "What keys are found by" ? "skip" : "replace");
  const process = await imported(differing, { existing: "replace" });
  expect(process, (await logOf(process.id)).join("\n")).toMatchObject({ state: "done" });
  const after = (await openedFile(await exported(target), passphrase)).content;
  for (const part of transferParts) expect(after[part]?.map(unnumbered), part).toEqual(changed[part]?.map(unnumbered));
  expect((await preview(differing, { existing: "replace" })).entries.map(({ state }: Entry) => state)).not.toContain(
    "changed",
  );
});

/** Returns the decompressed bytes, as far as they can be decompressed. */
function inflated(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString("utf8");
  } catch {
    return ""; // They aren't compressed data.
  }
}

/** Starts a server on this machine. Returns its port. */
async function listening(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Returns an entry without its trigger's revision number, which each installation counts separately. */
function unnumbered(entry: unknown): object {
  const { revision: _, ...rest } = entry as { readonly revision?: number };
  return rest;
}

interface Entry {
  readonly part: string;
  readonly state: string;
  readonly action: string;
  readonly title: string;
  readonly reason: string | null;
  readonly warning: string | null;
}

/** Partitions of transferred data. */
const transferred =
  /^(?:system|keys#|key#|webhooks|notes|mcp-servers|offsite-locations|offsite-recovery-key|offsite-sets|offsite-schedules$|notification-destinations|deployments#recipes|schedules|triggers$)/;

/** Returns a table whose writes fail as `faults` says: before they are done, or with a lost answer. */
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
