import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import { openSet } from "#shared/blocks/open-set.ts";
import { recoveryKeyId, recoveryKeyIn, recoveryKeyText } from "#shared/blocks/recovery-key.ts";
import { setStore } from "#shared/blocks/set-store.ts";
import { contentOf } from "../deployments/support/two-servers.ts";
import { unzipped } from "../downloads/support/unzipped.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { storeAccount } from "./support/a-store.ts";
import { anOffsiteSetup, offsitePlace } from "./support/an-offsite-setup.ts";
import { filesIn } from "./support/followed-guide.ts";
import { sealedWrongly } from "./support/sealed-wrongly.ts";

const offsite = await anOffsiteSetup("blocks");
afterAll(() => offsite.stop());
const { server, client, schedule, asked, restored, drilled, photosOf, setRecords } = offsite;
const first = await offsite.backedUp();
const databases = (backup: string) => server.at("Data", "Backups", backup, "Databases");
const underFolder = (folder: string) => filesIn(folder).map((path) => path.slice(folder.length));

verifies("backups:restore:blocks", "the stored backups are listed by snapshot, and opened", async () => {
  expect(first).toMatchObject({ layout: "blocks", snapshot: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const second = await offsite.backedUp();
  const { set, databases: known } = await schedule();
  expect(known.toSorted()).toEqual(["Contacts.fmp12", "Orders.fmp12"]);
  const { backups } = (await asked("backups")).body.response;
  expect(backups).toEqual(
    [second, first].map(({ snapshot: backup }) => ({
      ...{ backup, taken: null, layout: "blocks", set },
      kept_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })),
  );
  const opened = (await asked("backups/files", { backup: first.snapshot })).body.response;
  expect(opened).toMatchObject({ backup: first.backup, layout: "blocks", whole: true });
  const bytes = readFileSync(join(databases(first.backup), "Contacts.fmp12")).length;
  expect(opened.files).toMatchObject([
    { fileName: "Contacts.fmp12", bytes, sha256: null, zipped: false, container_files: 2 },
    { fileName: "Orders.fmp12", container_files: 0 },
  ]);
  expect(await asked("backups/files", { backup: "0".repeat(32) })).toRefuseWith("offsite_backup_not_found");
});

verifies("backups:restore:blocks", "files replace hosted ones, with an undo", async () => {
  setRecords(1);
  const wanted = { backup: first.snapshot, files: [{ fileName: "Contacts" }], to: "here" };
  const { process, log, deploymentId } = await restored(wanted);
  expect(process, log).toMatchObject({ state: "done" });
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 1", "Contacts 2"]);
  expect(photosOf("Contacts").length).toBe(2);
  expect(server.statusOf("Contacts")).toBe("NORMAL");
  const { status, body } = await server.post("deployment/undo", { id: deploymentId });
  expect(status, JSON.stringify(body)).toBe(200);
  await server.ended(body.response.processIds[0]);
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 1"]);

  const copy = { ...wanted, files: [{ fileName: "Contacts", targetName: "Contacts of Friday" }] };
  expect((await restored(copy)).process).toMatchObject({ state: "done" });
  expect(contentOf(server, "Contacts of Friday").records).toEqual(["Contacts 1", "Contacts 2"]);
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 1"]);
  expect(photosOf("Contacts of Friday").length).toBe(2);
});

verifies("backups:restore:blocks", "files are restored bit for bit into a folder or a download", async () => {
  const from = databases(first.backup);
  const files = [{ fileName: "Contacts.fmp12" }];
  const inFolder = await restored({ backup: first.snapshot, files, to: "folder", folder: "of blocks" });
  expect(inFolder.process, inFolder.log).toMatchObject({ state: "done" });
  expect(inFolder.folder).toBe("Backups/Latchkey Restores/of blocks");
  const into = server.at("Data", "Backups", "Latchkey Restores", "of blocks");
  const expected = underFolder(from).filter((path) => !path.includes("Orders"));
  expect(underFolder(into).toSorted()).toEqual(expected.toSorted());
  for (const path of expected) expect(readFileSync(into + path).equals(readFileSync(from + path))).toBe(true);
  const again = await restored({ backup: first.snapshot, files, to: "folder", folder: "of blocks" });
  expect(again.process).toMatchObject({ state: "failed", reason: expect.stringContaining("a folder with this name") });

  const without = { backup: first.snapshot, files, to: "download", containers: false };
  const { download, process, log } = await restored(without);
  expect(process, log).toMatchObject({ state: "done" });
  expect(download.fileName).toBe(`${first.backup}.zip`);
  const answer = await fetch(`${server.service.baseUrl}${download.downloadPath}`);
  const path = join(scratchFolder(), "download.zip");
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
  const entries = await unzipped(path);
  expect([...entries.keys()]).toEqual(["Contacts.fmp12"]);
  expect(entries.get("Contacts.fmp12")?.equals(readFileSync(join(from, "Contacts.fmp12")))).toBe(true);
});

verifies("deployments:sources:blocks", async () => {
  const { remote_name, bucket_name, remote_path } = offsitePlace;
  const source = { type: "offsite_backup", offsiteLocation: { remote_name, bucket_name, remote_path } };
  const deployed = async (more: object) => {
    const operation = { operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } };
    const body = {
      label: "From blocks",
      deployments: [{ source: { ...source, fileNames: ["Contacts"], ...more }, fileOperations: [operation] }],
    };
    const { status, body: answer } = await server.post("deployment", body);
    expect(status, JSON.stringify(answer)).toBe(200);
    const process = await server.ended(answer.response.processIds[0]);
    return { process, log: await server.log(process.id) };
  };
  // The newest backup has one record; the earlier one has two.
  const newest = await offsite.backedUp();
  expect((await deployed({ backup: first.snapshot })).process).toMatchObject({ state: "done" });
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 1", "Contacts 2"]);
  const { process, log } = await deployed({});
  expect(process, log).toMatchObject({ state: "done" });
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 1"]);
  const { log: refused } = await deployed({ fileNames: ["Invoices"] });
  expect(refused).toContain(`The snapshot of ${newest.backup} doesn't contain Invoices`);
});

verifies("backups:recovery-key:opened", async () => {
  const { store, recoveryKey } = offsite;
  // The machine is lost: another one has the bucket and the recovery sheet.
  const other = await testService({
    decorate: (platform) => ({ ...platform, callouts: store.reached }),
  });
  onTestFinished(() => other.stop());
  const at = "/svc/api/settings/offsite";
  const post = (path: string, json: object) => other.admin("POST", `${at}/${path}`, json);
  await post("remotes", {
    ...{ remote_name: "Store", endpoint: store.endpoint, bucket_name: offsitePlace.bucket_name },
    ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
  });
  const listed = async () =>
    (await other.admin("GET", `${at}/backups?${new URLSearchParams(offsitePlace)}`)).body.response;
  const { set } = await schedule();
  const id = recoveryKeyId(recoveryKeyIn(recoveryKey));
  expect(await listed()).toEqual({ backups: [], closed_sets: [{ set, recovery_keys: [id] }] });

  const open = (recovery_key: string) => post("recovery-key/open", { ...offsitePlace, recovery_key });
  const lines = recoveryKey.split("\n");
  const mistyped = lines.with(2, `${lines[2]?.startsWith("7") ? "8" : "7"}${lines[2]?.slice(1)}`).join("\n");
  const refused = await open(mistyped);
  expect(refused).toRefuseWith("recovery_key_mistyped");
  expect(refused.text).toContain("Line 3 of the recovery key has a typo");
  expect(refused.text).not.toContain(lines[0]);
  expect(await open(recoveryKeyText(randomBytes(32)))).toRefuseWith("offsite_sets_closed");
  expect((await other.admin("GET", `${at}/recovery-key`)).body.response.recovery_key).toBeNull();

  const answer = await open(recoveryKey.toLowerCase());
  expect(answer.body.response).toMatchObject({ opened_sets: [set], recovery_key: { id, warning: null } });
  const { backups, closed_sets } = await listed();
  expect(closed_sets).toEqual([]);
  expect(backups.map(({ backup }: { readonly backup: string }) => backup)).toContain(first.snapshot);
  const place = new URLSearchParams({ ...offsitePlace, backup: first.snapshot });
  const { files } = (await other.admin("GET", `${at}/backups/files?${place}`)).body.response;
  expect(files.map(({ fileName }: { readonly fileName: string }) => fileName)).toEqual([
    "Contacts.fmp12",
    "Orders.fmp12",
  ]);
  // Entering it again imports nothing twice. A new recovery key opens the same sets; the previous one's sheet opens nothing here.
  expect((await open(recoveryKey)).body.response.opened_sets).toEqual([set]);
  const { text } = (await post("recovery-key", { replaces: id })).body.response;
  expect((await listed()).backups).toEqual(backups);
  expect(await open(text)).toRefuseWith("offsite_sets_closed");
});

verifies("backups:restore:drill", "a block backup is drilled like one of plain files", async () => {
  const { backup } = await offsite.backedUp();
  const files = (await schedule()).databases.map((fileName: string) => ({ fileName, fault: null, checked: true }));
  expect(await drilled()).toMatchObject({ backup, state: "done", reason: null, files });

  const { set } = await schedule();
  const { objects } = await client.list("fm-backups", { prefix: `production/blocks/${set}/packs/` });
  const sets = setStore({
    ...{ client, bucket: "fm-backups", folder: `production/blocks/${set}`, asked: (ask) => ask() },
    features: { conditionalPut: true, checksums: true },
  });
  const [dataKey] = await openSet(sets, set, recoveryKeyIn(offsite.recoveryKey));
  if (dataKey === undefined) throw new Error("The set has no key");
  const [id, keyBytes] = dataKey;
  const packs = await Promise.all(
    objects.map(async ({ key }) => ({ key, bytes: Buffer.from(await client.get("fm-backups", key)) })),
  );
  for (const { key, bytes } of packs) {
    const name = key.slice(-32);
    await client.put("fm-backups", key, sealedWrongly(bytes, { set, name }, { id, bytes: keyBytes }));
  }
  expect(await drilled()).toMatchObject({ state: "failed", reason: expect.stringContaining("has other content") });
  for (const { key, bytes } of packs) {
    for (let position = 100; position < bytes.length; position += 1_000) bytes[position] = (bytes[position] ?? 0) ^ 1;
    await client.put("fm-backups", key, bytes);
  }
  expect(await drilled()).toMatchObject({ state: "failed", reason: expect.stringMatching(/\.fmp12: .*damaged/) });
});
