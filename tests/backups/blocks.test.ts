import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { openSet } from "#shared/blocks/open-set.ts";
import { recoveryKeyIn } from "#shared/blocks/recovery-key.ts";
import { setStore } from "#shared/blocks/set-store.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { recordsOnReplacement } from "./support/a-replacement.ts";
import { aStore, storeAccount } from "./support/a-store.ts";
import { guidedRestore } from "./support/followed-guide.ts";

const run = promisify(execFile);
const store = await aStore();
const databases = [aFile("Contacts", { records: 3 }), aFile("Orders", { records: 2 })];
const server = await aReleaseSetup((options) => testService(options), "production", databases, false);
const agent = await server.agent();
afterAll(async () => {
  await agent.stop();
  await server.stop();
  await store.close();
});

const at = "settings/offsite/schedules";
const keyAt = "settings/offsite/recovery-key";
const place = { remote_name: "store", bucket_name: "fm-backups", remote_path: "/production/" };
await server.post("settings/offsite/remotes", {
  ...{ remote_name: "Store", endpoint: store.endpoint, bucket_name: "fm-backups" },
  ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
});
const client = storeClient({
  address: storeAddress(store.endpoint, undefined, "auto"),
  credentials: storeAccount,
  call: store.reached.call,
  clock: systemClock,
});
const schedule = async () => (await server.get(at)).body.response.schedules[0];
const objects = async () => (await client.list("fm-backups", { prefix: "production/" })).objects;
const backups = (...parts: readonly string[]) => server.at("Data", "Backups", ...parts);
/** Backs up and sends in a separate minute: a backup's folder is named by its minute. */
const ran = async () => {
  await server.service.turn(60_000);
  const { status, body } = await server.post(`${at}/Nightly/run`);
  expect(status, JSON.stringify(body)).toBe(202);
  const process = await server.ended(body.response.processId);
  while ((await schedule()).running) await server.service.clock.sleep(20);
  expect(process, await server.log(process.id)).toMatchObject({ state: "done" });
  return schedule();
};
let recoveryKey = "";
/** The set, with the newest recovery key. */
let opened: Awaited<ReturnType<typeof openedWith>>;

verifies("backups:recovery-key:confirmed", async () => {
  const create = () => server.post(at, { name: "Nightly", ...place, layout: "blocks" });
  expect(await create()).toRefuseWith("recovery_key_not_found");
  expect((await server.get(keyAt)).body.response).toEqual({ recovery_key: null });
  const { text, sheet, recovery_key: key } = (await server.post(keyAt)).body.response;
  recoveryKey = text;
  expect(text).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}(?:\n(?:[0-9A-HJKMNP-TV-Z]{4}-?){4}){3}$/);
  expect(sheet).toContain(text.split("\n")[3]);
  expect(await server.post(keyAt)).toRefuseWith("recovery_key_exists");
  expect(await create()).toSucceed();
  const shown = (await server.get(keyAt)).body.response.recovery_key;
  expect(shown).toEqual({ ...key, warning: expect.stringContaining("The recovery key isn't confirmed") });
  const unconfirmed = await schedule();
  expect(unconfirmed).toMatchObject({ is_key_confirmed: false, warnings: [shown.warning] });
  const groups = text.split(/[-\n]/) as string[];
  const typed = (numbers: readonly number[]) =>
    numbers.map((number) => ({ number, text: String(groups[number - 1]).toLowerCase() }));
  const wrong = typed(shown.confirm_groups).map((group) => ({ ...group, text: "AAAA" }));
  expect(await server.post(`${keyAt}/confirm`, { groups: wrong })).toRefuseWith("recovery_groups_wrong");
  const asked = (await server.get(keyAt)).body.response.recovery_key.confirm_groups;
  expect(await server.post(`${keyAt}/confirm`, { groups: typed(asked) })).toSucceed();
  expect((await server.get(keyAt)).body.response.recovery_key).toMatchObject({
    warning: null,
    confirmed_by: expect.any(String),
  });
  expect(await schedule()).toMatchObject({ is_key_confirmed: true, warnings: [] });
  const stored = JSON.stringify(await server.service.rows("offsite-"));
  for (const line of text.split("\n")) expect(stored).not.toContain(line);
});

verifies("backups:blocks:kept", async () => {
  const { set, last_run: first, state } = await ran();
  expect(state).toBe("ok");
  expect(first).toMatchObject({ state: "done", files: 2, sent_files: 2 });
  const lying = await objects();
  const folders = new Set(lying.map(({ key }) => key.replace(/[0-9a-f]{32}$/, "")));
  const base = `production/blocks/${set}`;
  expect([...folders]).toEqual([`${base}/keys/`, `${base}/packs/`, `${base}/snapshots/`]);
  for (const { key } of lying) {
    const bytes = Buffer.from(await client.get("fm-backups", key));
    expect(bytes.subarray(0, 4).toString()).toBe("LKBK");
    expect(bytes.includes("Contacts")).toBe(false);
  }
  const [table] = server.service.sandbox.world.database("Contacts")?.tables.values() ?? [];
  table?.records.delete(1);
  const { last_run: second } = await ran();
  expect(second).toMatchObject({ state: "done", files: 2, sent_files: 1 });
  // Neither file has changed: one snapshot is added, and nothing else.
  const before = (await objects()).map(({ key }) => key);
  const { last_run: third } = await ran();
  expect(third).toMatchObject({ files: 2, sent_files: 0 });
  const added = (await objects()).map(({ key }) => key).filter((key) => !before.includes(key));
  expect(added).toEqual([expect.stringContaining(`${base}/snapshots/`)]);
});

verifies("backups:blocks:restored", async () => {
  const folder = scratchFolder();
  const program = join(folder, "restore.mjs");
  const root = new URL("../../", import.meta.url);
  await run(process.execPath, ["scripts/package-agent.ts", program, "local-agent/restore/start.ts"], { cwd: root });
  writeFileSync(join(folder, "key.txt"), `${recoveryKey.toLowerCase()}\n`);
  const account = {
    AWS_ACCESS_KEY_ID: storeAccount.accessKeyId,
    AWS_SECRET_ACCESS_KEY: storeAccount.secretAccessKey,
  };
  const { port } = new URL(store.origin);
  const where = ["--endpoint", `http://localhost:${port}`, "--region", "eu-central-1", "--bucket", "fm-backups"];
  const restore = (...words: readonly string[]) =>
    run(process.execPath, [program, ...words, ...where, "--folder", "production", "--key-file", "key.txt"], {
      cwd: folder,
      env: account,
    });
  const { runs } = (await server.get(`${at}/Nightly/runs`)).body.response;
  // Input that the guide asks for on an empty machine.
  writeFileSync(join(folder, "recovery-key.txt"), recoveryKey);
  const guided = (line: string) =>
    run("bash", ["--norc", "-euc", line], {
      cwd: folder,
      env: {
        ...{ ...account, AWS_DEFAULT_REGION: "eu-central-1", PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
        ...{ ENDPOINT: `http://localhost:${port}`, BUCKET: "fm-backups", FOLDER: "production" },
        TARGET: runs[0].backup,
      },
    });
  const [listing = "", restoring = ""] = guidedRestore();
  const { stdout: list } = await guided(listing);
  const [, oldest = "", ...others] = list.trim().split("\n");
  expect(others).toHaveLength(2);
  for (const [line, { backup }] of [
    [oldest, runs.at(-1)],
    [others[1] ?? "", runs[0]],
  ] as const) {
    expect(line).toContain(backup);
    const snapshot = line.trim().split(" ")[0] ?? "";
    if (backup === runs[0].backup) await guided(restoring);
    else await restore("restore", "--snapshot", snapshot, "--to", backup);
    for (const name of ["Contacts", "Orders"]) {
      const file = join(backup, "Databases", `${name}.fmp12`);
      expect(readFileSync(join(folder, file)).equals(readFileSync(backups(file)))).toBe(true);
    }
  }
  expect(await recordsOnReplacement(join(folder, runs[0].backup), ["Contacts", "Orders"])).toEqual({
    Contacts: ["Contacts 2", "Contacts 3"],
    Orders: ["Orders 1", "Orders 2"],
  });
  expect((await restore("files")).stdout).toContain("Databases/Orders.fmp12");
  const again = await restore("restore", "--to", runs[0].backup).catch((thrown: unknown) => thrown);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("already exists") });
  writeFileSync(join(folder, "key.txt"), recoveryKey.replace(/^..../, "ZZZZ"));
  const mistyped = await restore("list").catch((thrown: unknown) => thrown);
  expect(mistyped).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Line 1 of the recovery key has a typo"),
  });
});

verifies("backups:recovery-key:replaced", async () => {
  const { id } = (await server.get(keyAt)).body.response.recovery_key;
  expect(await server.post(keyAt, { replaces: "none" })).toRefuseWith("recovery_key_exists");
  const { text, recovery_key: key } = (await server.post(keyAt, { replaces: id })).body.response;
  expect(key).toMatchObject({ confirmed_at: null, warning: expect.any(String) });
  expect(await server.post(`${at}/Nightly/data-key`)).toSucceed();
  const { set } = await ran();
  const keys = (await objects()).flatMap(({ key: name }) => name.split("/keys/")[1] ?? []);
  expect(keys).toHaveLength(2);
  expect(keys.every((name) => name.startsWith(key.id))).toBe(true);
  opened = await openedWith(text, set);
  expect(opened.keys.size).toBe(2);
  const names = (await opened.store.list("snapshot")).map(({ name }) => name);
  const [oldest = "", newest = ""] = [names.at(0), names.at(-1)];
  expect(await openSnapshot(opened, oldest)).toMatchObject({ counter: 1 });
  expect(await openSnapshot(opened, newest)).toMatchObject({ counter: names.length });
  expect((await openedWith(recoveryKey, set)).keys.size).toBe(0);
});

/** Waits for the set's maintenance, and returns its schedule. */
const maintained = async (processId?: number) => {
  const isEnded = async () => {
    const { last_upkeep: last } = await schedule();
    return last?.state != null && (processId === undefined || last.process_id === processId);
  };
  while (!(await isEnded())) await server.service.clock.sleep(20);
  return schedule();
};
const maintain = async (json: object) => {
  const { status, body } = await server.post(`${at}/Nightly/upkeep`, json);
  expect(status, JSON.stringify(body)).toBe(202);
  await server.ended(body.response.processId);
  return maintained(body.response.processId);
};

verifies("backups:blocks:upkeep", "altered data is found, notified, and repaired by the next backup", async () => {
  const upkeep = (json: object) => server.post(`${at}/Nightly/upkeep`, json);
  expect(await upkeep({ work: ["tidy"] })).toRefuseWith("input_invalid");
  expect(await server.post(`${at}/Weekly/upkeep`, {})).toRefuseWith("offsite_schedule_not_found");
  const whole = await maintain({ extent: "all" });
  expect(whole).toMatchObject({ damage: null, last_upkeep: { state: "done" }, last_verified: expect.any(String) });

  // A block list of the newest snapshot.
  const newest = await openSnapshot(opened, (await opened.store.list("snapshot")).at(-1)?.name ?? "");
  const [, pack = "", offset = 0] = newest.files[0]?.lists[0] ?? [];
  const key = `production/blocks/${opened.set}/packs/${pack}`;
  const bytes = Buffer.from(await client.get("fm-backups", key));
  bytes.writeUInt8(bytes.readUInt8(offset + 9) ^ 1, offset + 9);
  await client.put("fm-backups", key, bytes);
  const damaged = await maintain({ extent: "all" });
  expect(damaged.last_upkeep).toMatchObject({
    state: "doneWithErrors",
    reason: expect.stringContaining("files of snap"),
  });
  expect(damaged.damage.packs).toEqual([pack]);
  expect(damaged.warnings).toContainEqual(expect.stringContaining("can't be restored completely"));
  expect(await server.log(damaged.last_upkeep.process_id)).toMatch(/of snapshot \d+ can't be restored completely/);

  await ran();
  await server.service.turn(60_000);
  const { process_id: before } = damaged.last_upkeep;
  const begun = async () => (await schedule()).last_upkeep.process_id;
  while ((await begun()) === before) await server.service.clock.sleep(20);
  await server.ended(await begun());
  const isRepaired = async () => (await schedule()).damage === null;
  while (!(await isRepaired())) await server.service.clock.sleep(20);
  expect((await schedule()).last_upkeep).toMatchObject({ state: "done", work: ["repair", "verify", "prune"] });
  expect((await schedule()).warnings).not.toContainEqual(expect.stringContaining("restored completely"));
});

verifies("backups:blocks:pruned", "a schedule has its own retention", async () => {
  const patch = (retention: object | null) => server.service.admin("PATCH", `/svc/api/${at}/Nightly`, { retention });
  expect(await patch({ all_days: 0 })).toRefuseWith("input_invalid");
  expect(await patch({ all_days: 1 })).toSucceed();
  const { retention } = await schedule();
  expect(retention).toEqual({
    ...{ all_days: 1, daily_days: 0, monthly_months: 0, repack_below_percent: 25, billed_days: 0 },
  });
  const { last_upkeep: last } = await maintain({ work: ["prune"] });
  // No snapshot is older than a day.
  expect(last).toMatchObject({ state: "done", work: ["prune"], deleted_snapshots: 0, read_bytes: null });
  expect(await patch(null)).toSucceed();
  expect((await schedule()).retention).toBeNull();
});

async function openedWith(text: string, set: string) {
  const found = setStore({
    ...{ client, bucket: "fm-backups", folder: `production/blocks/${set}` },
    features: { conditionalPut: true, checksums: true },
    asked: (ask) => ask(),
  });
  return { set, store: found, keys: await openSet(found, set, recoveryKeyIn(text)) };
}
