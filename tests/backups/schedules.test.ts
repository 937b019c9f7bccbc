import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeEach, expect } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { contentOf } from "../deployments/support/two-servers.ts";
import { unzipped } from "../downloads/support/unzipped.ts";
import { aChatServer } from "../notifications/support/a-chat-server.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aStore, storeAccount } from "./support/a-store.ts";

const store = await aStore();
const chat = await aChatServer();
const databases = [aFile("Contacts", { records: 3 }), aFile("Orders", { records: 2 })];
const server = await aReleaseSetup((options) => testService(options), "production", databases, false);
let agent = await server.agent();
afterAll(async () => {
  await server.stop();
  await store.close();
  await chat.stop();
});
beforeEach(() => {
  store.faults.decide = undefined;
});

const at = "settings/offsite/schedules";
const place = { remote_name: "store", bucket_name: "fm-backups", remote_path: "/production/" };
await server.post("settings/offsite/remotes", {
  ...{ remote_name: "Store", endpoint: store.endpoint },
  ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
});
const client = storeClient({
  address: storeAddress(store.endpoint, undefined, "auto"),
  credentials: storeAccount,
  call: store.reached.call,
  clock: systemClock,
});
const patch = (name: string, body: object) => server.service.admin("PATCH", `/svc/api/${at}/${name}`, body);
const objects = async (prefix = "production/") => (await client.list("fm-backups", { prefix })).objects;
const keys = async (prefix?: string) => (await objects(prefix)).map(({ key }) => key);
const schedule = async (name = "Nightly") =>
  (await server.get(at)).body.response.schedules.find((one: { name: string }) => one.name === name);
const backups = (...parts: readonly string[]) => server.at("Data", "Backups", ...parts);
/** Returns a run's finished process, once its schedule knows the result. */
const ended = async (processId: number, name?: string) => {
  const process = await server.ended(processId);
  while ((await schedule(name)).running) await server.service.clock.sleep(20);
  return process;
};
/** Backs up and sends in a separate minute: a backup's folder is named by its minute. */
const ran = async (name = "Nightly") => {
  await server.service.turn(60_000);
  const { status, body } = await server.post(`${at}/${name}/run`);
  expect(status, JSON.stringify(body)).toBe(202);
  return ended(body.response.processId, name);
};
/** Turns the clock until a schedule has the expected state. */
const passedUntil = async (
  isSo: (row: Awaited<ReturnType<typeof schedule>>) => boolean,
  stepMs = 30_000,
  name?: string,
) => {
  for (;;) {
    const row = await schedule(name);
    if (row !== undefined && isSo(row)) return row;
    await server.service.turn(stepMs);
    await server.service.clock.sleep(50);
  }
};
/** Runs a program to its end. Returns false if the program doesn't exist. */
const hasRun = async (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> => {
  try {
    await promisify(execFile)(program, args, { env });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw thrown;
  }
};
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const ownSchedules = async () => (await server.get("schedules/filemaker")).body.response.schedules;

verifies("backups:schedules:linked", async () => {
  const create = (body: object) => server.post(at, { name: "Nightly", ...place, ...body });
  expect(await create({ useExistingSchedule: true })).toRefuseWith("offsite_server_schedule_not_found");
  expect(await create({ remote_name: "none" })).toRefuseWith("offsite_location_not_found");
  const elsewhere = { include_external_container_data_1: true, container_data_1_different_remote: true };
  expect((await create(elsewhere)).body.messages[0].text).toContain("container_data_1_remote");
  expect(await create({})).toSucceed();
  expect(await create({})).toRefuseWith("offsite_server_schedule_exists");
  expect(await create({ useExistingSchedule: true })).toRefuseWith("offsite_schedule_exists");
  const [made] = await ownSchedules();
  expect(made).toMatchObject({ name: "Nightly", kind: "backup", isEnabled: true });
  expect(await schedule()).toEqual({
    id: made.id,
    name: "Nightly",
    ...place,
    remote_path: "production",
    ...{ include_external_container_data_1: false, include_external_container_data_2: false },
    ...{ container_data_1_different_remote: null, container_data_2_different_remote: null },
    ...{ container_data_1_remote: null, container_data_2_remote: null },
    ...{ container_data_1_bucket: null, container_data_2_bucket: null },
    ...{ container_data_1_remote_path: null, container_data_2_remote_path: null },
    file_browser_hash: Buffer.from("offsite/store/fm-backups/production").toString("base64url"),
    ...{ zip_files: false, layout: "files", set: null, last_backup: null, running: false, is_enabled: true },
    ...{ state: "waiting", warnings: [], next_backup: null, last_run: null },
    ...{ databases: [], is_drilled: true, last_drill: null, is_key_confirmed: null },
    ...{ retention: null, last_upkeep: null, last_verified: null, damage: null },
  });
  const remove = await server.service.admin("DELETE", "/svc/api/settings/offsite/remotes/store");
  expect(remove).toRefuseWith("offsite_location_in_use");
  expect(await server.service.admin("DELETE", `/svc/api/${at}/Weekly`)).toRefuseWith("offsite_schedule_not_found");
});

verifies("backups:offsite:run", async () => {
  const process = await ran();
  expect(process, await server.log(process.id)).toMatchObject({ state: "done" });
  const { state, last_backup, last_run } = await schedule();
  expect({ state, last_backup }).toEqual({ state: "ok", last_backup: last_run.ended_at });
  const folder = last_run.backup;
  const names = ["Databases/Contacts.fmp12", "Databases/Orders.fmp12"];
  expect(await keys()).toEqual([...names, "manifest.json"].map((name) => `production/dbs/${folder}/${name}`));
  const manifest = JSON.parse(
    Buffer.from(await client.get("fm-backups", `production/dbs/${folder}/manifest.json`)).toString(),
  );
  expect(manifest).toMatchObject({ format: "latchkey-offsite-files", schedule: "Nightly", folder, isZipped: false });
  for (const [index, name] of names.entries()) {
    const bytes = readFileSync(backups(folder, ...name.split("/")));
    expect(bytes.equals(await client.get("fm-backups", `production/dbs/${folder}/${name}`))).toBe(true);
    expect(manifest.files[index]).toMatchObject({ name, sizeBytes: bytes.length, sha256: sha256(bytes) });
  }
  expect(last_run).toMatchObject({ process_id: process.id, state: "done", files: 2, sent_files: 2 });
  const { runs } = (await server.get(`${at}/Nightly/runs`)).body.response;
  expect(runs).toEqual([last_run]);
  expect(JSON.stringify(await server.service.rows("offsite-schedules"))).not.toContain(storeAccount.secretAccessKey);
});

verifies("backups:offsite:run", "another program reads the stored files directly", async () => {
  const folder = scratchFolder();
  const env = {
    ...process.env,
    ...{ AWS_ACCESS_KEY_ID: storeAccount.accessKeyId, AWS_SECRET_ACCESS_KEY: storeAccount.secretAccessKey },
    ...{ AWS_DEFAULT_REGION: "eu-central-1", AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" },
  };
  const args = ["--endpoint-url", store.origin, "s3", "cp", "--recursive", "s3://fm-backups/production/dbs/", folder];
  // If it isn't installed, the test reads the bucket itself; once is enough, because this doesn't test the store.
  if (onAws || !(await hasRun("aws", args, env)))
    for (const key of await keys()) {
      const url = await client.addressOf("fm-backups", key, 60);
      const { bytes } = await store.reached.open({
        url,
        port: Number(url.port),
        timeoutMs: 10_000,
        signal: new AbortController().signal,
      });
      const path = join(folder, key.slice("production/dbs/".length));
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, Buffer.concat(await Array.fromAsync(bytes)));
    }
  const { last_run } = await schedule();
  for (const name of ["Contacts", "Orders"]) {
    const file = join(last_run.backup, "Databases", `${name}.fmp12`);
    expect(readFileSync(join(folder, file)).equals(readFileSync(backups(file)))).toBe(true);
  }
});

verifies("backups:locations:browsed", async () => {
  const list = async (query: string) => (await server.get(`files?${query}`)).body.response;
  const { remotes } = (await server.get("settings/offsite/remotes")).body.response;
  const inside = await list(`id=${remotes.store.file_browser_hash}`);
  expect(inside).toMatchObject({ path: "offsite/store", canFill: false, cursor: null });
  const buckets = ["demo", "fm-backups", "other"].map((name) => `offsite/store/${name}`);
  expect(inside.files.map(({ path }: { path: string }) => path)).toEqual(buckets);
  const { file_browser_hash: hash, last_run } = await schedule();
  const [dbs] = (await list(`id=${hash}`)).files;
  expect(dbs).toMatchObject({ name: "dbs", type: "dir", capabilities: { canChange: false } });
  const folder = `offsite/store/fm-backups/production/dbs/${last_run.backup}/Databases`;
  const first = await list(`path=${folder}&limit=1`);
  const second = await list(`path=${folder}&limit=1&cursor=${first.cursor}`);
  const [contacts, orders] = [...first.files, ...second.files];
  expect([contacts.name, orders.name, second.cursor]).toEqual(["Contacts.fmp12", "Orders.fmp12", null]);
  expect((await server.get(`files/stat?id=${contacts.id}`)).body.response.file).toEqual(contacts);
  const { downloadUrl } = (await server.get(`files/get-download-link?id=${contacts.id}`)).body.response;
  const url = new URL(downloadUrl);
  const { signal } = new AbortController();
  const { bytes } = await store.reached.open({ url, port: Number(url.port), timeoutMs: 10_000, signal });
  const content = readFileSync(backups(last_run.backup, "Databases", "Contacts.fmp12"));
  expect(Buffer.concat(await Array.fromAsync(bytes)).equals(content)).toBe(true);
  // The location is read-only.
  expect((await server.post("files/folder", { path: folder, name: "new" })).status).toBe(400);
  expect(await server.get("files?path=offsite/none/fm-backups")).toRefuseWith("offsite_location_not_found");
  expect(await server.get(`files/stat?path=${folder}/Missing.fmp12`)).toRefuseWith("host_file_not_found");
});

verifies("backups:runs:unchanged", async () => {
  const before = await schedule();
  const [table] = server.service.sandbox.world.database("Contacts")?.tables.values() ?? [];
  table?.records.delete(1);
  const process = await ran();
  expect(process, await server.log(process.id)).toMatchObject({ state: "done" });
  const { last_run } = await schedule();
  expect(last_run.backup).not.toBe(before.last_run.backup);
  expect(last_run).toMatchObject({ files: 2, sent_files: 1 });
  for (const name of ["Contacts", "Orders"]) {
    const key = `production/dbs/${last_run.backup}/Databases/${name}.fmp12`;
    const bytes = readFileSync(backups(last_run.backup, "Databases", `${name}.fmp12`));
    expect(bytes.equals(await client.get("fm-backups", key))).toBe(true);
  }
});

verifies("backups:restore:time", async () => {
  const runs = (await server.get(`${at}/Nightly/runs`)).body.response.runs;
  const offsiteLocation = { ...place, remote_path: "production" };
  const operation = { operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } };
  const restored = async (source: object) => {
    const deployments = [
      { source: { type: "offsite_backup", offsiteLocation, ...source }, fileOperations: [operation] },
    ];
    const { status, body } = await server.post("deployment", { label: "Restore", deployments });
    expect(status, JSON.stringify(body)).toBe(200);
    const [processId] = body.response.processIds;
    await server.ended(processId);
    return server.log(processId);
  };
  await restored({ fileNames: ["Contacts"], backup: runs.at(-1).backup });
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 1", "Contacts 2", "Contacts 3"]);
  await restored({ fileNames: ["Contacts"] });
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 2", "Contacts 3"]);
  expect(await restored({ fileNames: ["Contacts"], backup: "Nightly_2020-01-01_0000" })).toContain("doesn't contain");
});

verifies("backups:offsite:schedules", async () => {
  const [own] = await ownSchedules();
  const { last_run: before } = await schedule();
  await server.service.turn(60_000);
  expect(await server.post(`schedules/filemaker/${own.id}/run`)).toSucceed();
  const row = await passedUntil(({ last_run }) => last_run.process_id !== before.process_id && last_run.state !== null);
  expect(row.last_run).toMatchObject({
    state: "done",
    started_by: `offsite-schedule:${own.id}`,
    files: 2,
  });

  // A backup that is still being written isn't touched.
  const folder = "Nightly_2026-11-21_0100";
  mkdirSync(backups(folder, "Databases"), { recursive: true });
  const file = backups(folder, "Databases", "Contacts.fmp12");
  for (let minute = 0; minute < 3; minute += 1) {
    appendFileSync(file, randomBytes(1_000));
    await server.service.turn(30_000);
    await server.service.turn(20_000);
  }
  expect(await keys(`production/dbs/${folder}`)).toEqual([]);
  const sent = await passedUntil(({ last_run }) => last_run.backup === folder && last_run.state !== null);
  expect(sent.last_run).toMatchObject({ state: "done", bytes: 3_000, sent_files: 1 });
  rmSync(backups(folder), { recursive: true });
});

verifies(
  "backups:schedules:linked",
  "a schedule renamed in FileMaker Server continues under its new name",
  async () => {
    const [own] = await ownSchedules();
    const live = server.service.sandbox.world.server.schedules.get(own.id);
    if (live !== undefined) live.definition = { ...live.definition, name: "Hourly" };
    await passedUntil(() => true, 30_000, "Hourly");
    expect(await ran("Hourly")).toMatchObject({ state: "done" });
    expect((await schedule("Hourly")).last_run.backup).toMatch(/^Hourly_/);
    if (live !== undefined) live.definition = { ...live.definition, name: "Nightly" };
    await passedUntil(() => true);
  },
);

verifies("backups:runs:zips", async () => {
  expect(await patch("Nightly", { zip_files: true })).toSucceed();
  const containers = server.at("Data", "Databases", "RC_Data_FMS", "Contacts", "Files");
  const process = await ran();
  expect(process, await server.log(process.id)).toMatchObject({ state: "done" });
  const { last_run } = await schedule();
  const names = ["Databases/Contacts.fmp12.zip", "Databases/Orders.fmp12.zip", "manifest.json"];
  expect(await keys(`production/dbs/${last_run.backup}/`)).toEqual(
    names.map((name) => `production/dbs/${last_run.backup}/${name}`),
  );
  const path = join(scratchFolder(), "one.zip");
  writeFileSync(path, await client.get("fm-backups", `production/dbs/${last_run.backup}/${names[0]}`));
  const files = await unzipped(path);
  const content = readFileSync(backups(last_run.backup, "Databases", "Contacts.fmp12"));
  expect(files.get("Contacts.fmp12")?.equals(content)).toBe(true);
  expect(existsSync(backups("Latchkey Builds", "work", String(process.id)))).toBe(false);
  expect(existsSync(containers)).toBe(false);
  await patch("Nightly", { zip_files: false });
});

verifies("backups:runs:containers", async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, "Contacts"));
  const photo = join(folder, "Contacts", "photo.jpg");
  writeFileSync(photo, "one");
  // Stores return modification times in whole seconds, and a file changed in the same second is sent again.
  utimesSync(photo, new Date(0), new Date(0));
  Object.assign(server.service.sandbox.world.server.settings.folders, { additionalRemoteContainerFolderPath: folder });
  const elsewhere = { container_data_1_different_remote: true, container_data_1_remote: "store" };
  const where = { container_data_1_bucket: "other", container_data_1_remote_path: "containers" };
  expect(await patch("Nightly", { include_external_container_data_1: true, ...elsewhere, ...where })).toSucceed();
  expect(await ran()).toMatchObject({ state: "done" });
  writeFileSync(join(folder, "Contacts", "other.jpg"), "two");
  const process = await ran();
  expect(await server.log(process.id)).toContain("container1: 2 files, 1 of them new");
  const { objects: there } = await client.list("other", { prefix: "" });
  const manifest = "containers/container1-manifest.json";
  const names = ["Contacts/other.jpg", "Contacts/photo.jpg"];
  expect(there.map(({ key }) => key)).toEqual([manifest, ...names.map((name) => `containers/container1/${name}`)]);
  // The manifest's data match the stored files.
  const { files } = JSON.parse(Buffer.from(await client.get("other", manifest)).toString());
  const inManifest = Object.fromEntries(
    files.map((file: { readonly name: string; readonly sha256: string }) => [file.name, file.sha256]),
  );
  for (const name of names)
    expect(inManifest[name]).toBe(sha256(await client.get("other", `containers/container1/${name}`)));
  await patch("Nightly", { include_external_container_data_1: false });
});

verifies("backups:runs:resumed", async () => {
  const folder = "Nightly_2026-12-01_0100";
  const content = randomBytes(40 * 1024 * 1024);
  mkdirSync(backups(folder, "Databases"), { recursive: true });
  writeFileSync(backups(folder, "Databases", "Large.fmp12"), content);
  const parts: string[] = [];
  let isStopped = Promise.withResolvers<void>();
  store.faults.decide = ({ method, url }) => {
    const part = new URL(url, store.origin).searchParams.get("partNumber");
    if (method !== "PUT" || part === null) return undefined;
    parts.push(part);
    if (part !== "3") return undefined;
    isStopped.resolve();
    return "reset";
  };
  const open = await passedUntil(({ last_run }) => last_run.backup === folder);
  await isStopped.promise;
  await agent.stop();
  isStopped = Promise.withResolvers<void>();
  store.faults.decide = ({ method, url }) => {
    const part = new URL(url, store.origin).searchParams.get("partNumber");
    if (method === "PUT" && part !== null) parts.push(part);
    return undefined;
  };
  agent = await server.agent({ again: true });
  const process = await server.ended(open.last_run.process_id);
  expect(process, await server.log(process.id)).toMatchObject({ state: "done" });
  // The third part was started when one of the first two had arrived: that one wasn't sent again.
  expect(parts.filter((part) => part !== "3").length).toBeLessThan(4);
  const manifest = await client.get("fm-backups", `production/dbs/${folder}/manifest.json`);
  expect(JSON.parse(Buffer.from(manifest).toString()).files).toMatchObject([{ sha256: sha256(content) }]);
  rmSync(backups(folder), { recursive: true });
});

verifies("backups:notifications:settings", async () => {
  const path = "/svc/api/settings/offsite/notifications";
  const read = async () => (await server.service.admin("GET", path)).body.response.offsiteNotificationSettings;
  expect(await read()).toBeNull();
  const setting = { type: "webhook", webhookUrl: chat.url("/backups/canary-of-a-path") };
  const { body } = await server.service.admin("POST", path, { ...setting, sendSuccessNotifications: false });
  const shown = { type: "webhook", webhookUrl: `${new URL(chat.url("/")).origin}/********` };
  expect(body.response.offsiteNotificationSettings).toEqual({ ...shown, sendSuccessNotifications: false });
  expect(await read()).toEqual({ ...shown, sendSuccessNotifications: false });
  for (const wrong of [{ type: "webhook" }, shown])
    expect(await server.service.admin("POST", path, wrong)).toRefuseWith("input_invalid");
  expect(JSON.stringify(await server.service.rows("offsite-settings"))).not.toContain("canary-of-a-path");
});

verifies("backups:notifications:events", async () => {
  const arrived = async (count: number) => {
    for (;;) {
      const came = chat.at("/backups/canary-of-a-path").map(({ json }) => json);
      if (came.length >= count) return came;
      await server.service.turn(1);
    }
  };
  expect(await ran()).toMatchObject({ state: "done" });
  store.faults.decide = ({ method, url }) =>
    method === "PUT" && url.includes("manifest") ? { error: "AccessDenied" } : undefined;
  const process = await ran();
  expect(process).toMatchObject({ state: "failed" });
  expect(process.reason).toContain("The access key has no permission for this.");
  expect(await schedule()).toMatchObject({ state: "failed", last_run: { state: "failed" } });
  expect(await arrived(1)).toEqual([
    {
      event: "offsite_backup_failed",
      data: {
        scheduleName: "Nightly",
        serverUrl: server.service.baseUrl,
        errorMessage: process.reason,
        timestamp: expect.any(String),
      },
    },
  ]);
  expect(await server.service.admin("DELETE", "/svc/api/settings/offsite/notifications")).toSucceed();
});

verifies("backups:runs:aborted", async () => {
  const stuck = Promise.withResolvers<void>();
  store.faults.decide = ({ method }) => {
    if (method !== "PUT") return undefined;
    stuck.resolve();
    return "reset";
  };
  await server.service.turn(60_000);
  const [table] = server.service.sandbox.world.database("Contacts")?.tables.values() ?? [];
  table?.records.delete(2);
  const { processId } = (await server.post(`${at}/Nightly/run`)).body.response;
  expect(await server.post(`${at}/Nightly/run`)).toRefuseWith("offsite_schedule_running");
  await server.comesTo(stuck.promise, processId);
  await server.post(`processes/${processId}/abort`);
  expect(await ended(processId)).toMatchObject({ state: "aborted" });
  expect(await schedule()).toMatchObject({ state: "failed", last_run: { state: "aborted" } });
});

verifies("backups:schedules:overdue", async () => {
  // The store is unavailable while FileMaker Server makes its next backup.
  store.faults.decide = ({ method }) => (method === "PUT" ? { error: "AccessDenied" } : undefined);
  const dues = new Set<string>();
  const late = await passedUntil(({ state, next_backup }) => {
    if (next_backup !== null) dues.add(next_backup);
    return state === "overdue";
  }, 2 * 3_600_000);
  const missed = [...dues].map((due) => `due at ${due}, hasn't arrived`);
  expect(missed.filter((text) => late.warnings.join().includes(text))).toHaveLength(1);
  store.faults.decide = undefined;
  expect(await ran()).toMatchObject({ state: "done" });
  expect(await passedUntil(({ state }) => state === "ok")).toMatchObject({ warnings: [] });
  // Disable and enable again.
  expect(await patch("Nightly", { is_enabled: false })).toSucceed();
  expect(await schedule()).toMatchObject({ state: "off", next_backup: null });
  expect(await patch("Nightly", { is_enabled: true })).toSucceed();
  // FileMaker Server's own schedule is deleted.
  const [own] = await ownSchedules();
  server.service.sandbox.world.server.schedules.delete(own.id);
  const missing = await passedUntil(({ state }) => state === "missing");
  expect(missing.warnings.join()).toContain("no longer has the schedule “Nightly”");
  // A schedule is shown as missing shortly before its event is published.
  const published = async () =>
    (await server.get("notifications/events?limit=20")).body.response.events.map(
      ({ event }: { readonly event: string }) => event,
    );
  const expected = ["offsite_backup_overdue", "offsite_schedule_missing"];
  await expect.poll(published).toEqual(expect.arrayContaining(expected));
  expect(await server.service.admin("DELETE", `/svc/api/${at}/Nightly`)).toSucceed();
  expect((await server.get(at)).body.response.schedules).toEqual([]);
});

verifies("backups:locations:older", async () => {
  const path = "/svc/api/settings/offsite";
  const read = async () => (await server.service.admin("GET", path)).body.response;
  const empty = { access_key_id: null, secret_access_key: null, endpoint: null, region: null, type: null };
  expect(await read()).toEqual({ ...empty, bucketName: null, remotePath: null, isExistingSchedule: false });
  const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = storeAccount;
  const setting = { endpoint: store.endpoint, access_key_id, secret_access_key, bucketName: "fm-backups" };
  expect(await server.service.admin("POST", path, setting)).toSucceed();
  const shown = { ...empty, endpoint: store.endpoint, access_key_id, region: "eu-central-1", type: "s3" };
  expect(await read()).toEqual({ ...shown, bucketName: "fm-backups", remotePath: "", isExistingSchedule: false });
  expect(await server.service.admin("POST", path, { ...setting, secret_access_key: "wrong" })).toRefuseWith(
    "offsite_store_refused",
  );
  const more = { ...setting, remotePath: "older", setupBackupSchedule: true };
  expect(await server.service.admin("POST", path, more)).toSucceed();
  expect(await read()).toMatchObject({ remotePath: "older", isExistingSchedule: true });
  expect(await schedule("Offsite")).toMatchObject({ remote_name: "offsite", remote_path: "older" });
  expect(await server.service.admin("DELETE", path)).toSucceed();
  expect(await read()).toMatchObject({ type: null, isExistingSchedule: false });
  expect((await server.service.admin("DELETE", path)).body.response.ok).toBe(false);
});
