import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import { contentOf } from "../deployments/support/two-servers.ts";
import { unzipped } from "../downloads/support/unzipped.ts";
import { aChatServer } from "../notifications/support/a-chat-server.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { recordsOnReplacement } from "./support/a-replacement.ts";
import { storeAccount } from "./support/a-store.ts";
import { anOffsiteSetup, offsitePlace } from "./support/an-offsite-setup.ts";
import { filesIn, followedGuide } from "./support/followed-guide.ts";

const chat = await aChatServer();
const offsite = await anOffsiteSetup("files");
afterAll(async () => {
  await offsite.stop();
  await chat.stop();
});

const at = "settings/offsite";
const place = offsitePlace;
const { server, store, client, schedule, settled, asked, restored, drilled, photosOf, setRecords } = offsite;
const backedUp = async (): Promise<string> => (await offsite.backedUp()).backup;

const first = await backedUp();

verifies("backups:restore:listed", async () => {
  const second = await backedUp();
  const { backups } = (await asked("backups")).body.response;
  expect(backups).toEqual(
    [second, first].map((backup) => ({
      ...{ backup, layout: "files", set: null, kept_at: null },
      taken: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    })),
  );
  const { whole, files } = (await asked("backups/files", { backup: first })).body.response;
  expect(whole).toBe(true);
  expect(files.map(({ fileName }: { readonly fileName: string }) => fileName)).toEqual([
    "Contacts.fmp12",
    "Orders.fmp12",
  ]);
  const path = server.at("Data", "Backups", first, "Databases", "Contacts.fmp12");
  const bytes = readFileSync(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(files[0]).toMatchObject({ bytes: bytes.length, sha256, zipped: false, container_files: 2 });
  expect(await asked("backups/files", { backup: "Nightly_2020-01-01_0000" })).toRefuseWith("offsite_backup_not_found");
  expect((await schedule()).databases.toSorted()).toEqual(["Contacts.fmp12", "Orders.fmp12"]);
});

verifies("backups:restore:here", async () => {
  setRecords(1);
  const wanted = { backup: first, files: [{ fileName: "Contacts" }], to: "here" };
  const { process, log, deploymentId } = await restored(wanted);
  expect(process, log).toMatchObject({ state: "done" });
  expect(log).not.toMatch(/canary|X-Amz-Signature/);
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 1", "Contacts 2"]);
  expect(photosOf("Contacts").length).toBe(2);
  expect(server.statusOf("Contacts")).toBe("NORMAL");

  // Replaced files are kept, and can be restored.
  const { status, body } = await server.post("deployment/undo", { id: deploymentId });
  expect(status, JSON.stringify(body)).toBe(200);
  await server.ended(body.response.processIds[0]);
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 1"]);

  const copy = { ...wanted, files: [{ fileName: "Contacts", targetName: "Contacts of Friday" }] };
  expect((await restored(copy)).process).toMatchObject({ state: "done" });
  expect(contentOf(server, "Contacts of Friday").records).toEqual(["Contacts 1", "Contacts 2"]);
  expect(contentOf(server, "Contacts").records).toEqual(["Contacts 1"]);
  expect(photosOf("Contacts of Friday").length).toBe(2);
  // A file under another name is never replaced.
  expect((await restored(copy)).process).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("already exists"),
  });
  const missing = await server.post(`${at}/restores`, { ...place, ...wanted, files: [{ fileName: "Invoices" }] });
  expect(missing).toRefuseWith("offsite_file_not_found");
});

verifies("backups:restore:elsewhere", async () => {
  await server.service.admin("PATCH", `/svc/api/${at}/schedules/Nightly`, { zip_files: true });
  const zipped = await backedUp();
  await server.service.admin("PATCH", `/svc/api/${at}/schedules/Nightly`, { zip_files: false });
  for (const backup of [first, zipped]) {
    const files = [{ fileName: "Contacts.fmp12" }];
    const inFolder = await restored({ backup, files, to: "folder", folder: `of ${backup}` });
    expect(inFolder.process, inFolder.log).toMatchObject({ state: "done" });
    expect(inFolder.folder).toBe(`Backups/Latchkey Restores/of ${backup}`);
    const from = server.at("Data", "Backups", backup, "Databases");
    const into = server.at("Data", "Backups", "Latchkey Restores", `of ${backup}`);
    const restoredFiles = filesIn(into).map((path) => path.slice(into.length));
    expect(restoredFiles.toSorted()).toEqual(
      filesIn(from)
        .map((path) => path.slice(from.length))
        .filter((path) => !/Orders|Friday/.test(path))
        .toSorted(),
    );
    for (const path of restoredFiles) expect(readFileSync(into + path).equals(readFileSync(from + path))).toBe(true);
    const again = await restored({ backup, files, to: "folder", folder: `of ${backup}` });
    expect(again.process).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("a folder with this name"),
    });
  }
  const { download, process, log } = await restored({
    backup: zipped,
    files: [{ fileName: "Orders" }],
    to: "download",
  });
  expect(process, log).toMatchObject({ state: "done" });
  const answer = await fetch(`${server.service.baseUrl}${download.downloadPath}`);
  const path = join(scratchFolder(), "download.zip");
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
  const original = readFileSync(server.at("Data", "Backups", zipped, "Databases", "Orders.fmp12"));
  expect((await unzipped(path)).get("Orders.fmp12")?.equals(original)).toBe(true);
  expect(existsSync(server.at("Data", "Backups", "Latchkey Builds", "work", String(process.id)))).toBe(false);
});

verifies("backups:restore:room", async () => {
  // Its manifest says that it is larger than every disk: nothing is downloaded.
  const backup = "Huge_2026-11-20_0000";
  const file = { name: "Databases/Contacts.fmp12", sizeBytes: 8e15, modifiedAt: 0, sha256: "0".repeat(64) };
  const manifest = { format: "latchkey-offsite-files", version: 1, files: [file] };
  const keyOf = (name: string) => `production/dbs/${backup}/${name}`;
  await client.put("fm-backups", keyOf("manifest.json"), Buffer.from(JSON.stringify(manifest)));
  const fetched: string[] = [];
  store.faults.decide = ({ method, url }) => {
    if (method === "GET") fetched.push(new URL(url, store.origin).pathname);
    return undefined;
  };
  onTestFinished(() => {
    store.faults.decide = undefined;
  });
  for (const to of ["folder", "download"]) {
    const { process } = await restored({ backup, files: [{ fileName: "Contacts" }], to });
    expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("8000000000.0 MB are required") });
  }
  expect(fetched.join()).toContain("manifest.json");
  expect(fetched.join()).not.toContain("Contacts.fmp12");
  await client.delete("fm-backups", keyOf("manifest.json"));
});

verifies("backups:restore:drill", async () => {
  const backup = await backedUp();
  // Starts automatically, an hour after the first backup.
  await server.service.turn(60 * 60_000);
  while ((await schedule()).last_drill === null) await server.service.turn(30_000);
  await server.ended((await schedule()).last_drill.process_id);
  expect((await settled()).last_drill).toMatchObject({ backup, state: "done" });
  const files = (await schedule()).databases.map((fileName: string) => ({ fileName, fault: null, checked: true }));
  expect(await drilled()).toMatchObject({ backup, state: "done", reason: null, files });

  // A damaged copy is detected by comparison with its manifest, and named.
  await server.post("settings/offsite/notifications", { type: "webhook", webhookUrl: chat.url("/backups") });
  const key = `production/dbs/${backup}/Databases/Contacts.fmp12`;
  const bytes = Buffer.from(await client.get("fm-backups", key));
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await client.put("fm-backups", key, bytes);
  const damaged = await drilled();
  expect(damaged).toMatchObject({ state: "failed", reason: expect.stringMatching(/Contacts\.fmp12.*is damaged/) });
  expect(damaged.files).toContainEqual({ fileName: "Orders.fmp12", fault: null, checked: true });
  while (chat.received.length === 0) await server.service.turn(1);
  expect(chat.received.map(({ json }) => json.event)).toEqual(["offsite_drill_failed"]);
});

verifies("backups:restore:bare", async () => {
  const target = scratchFolder();
  const objects = async () => {
    const { objects: there } = await client.list("fm-backups", { prefix: `production/dbs/${first}/` });
    return new Map(
      await Promise.all(there.map(async ({ key }) => [key, await client.get("fm-backups", key)] as const)),
    );
  };
  const printed = await followedGuide(
    {
      ...{
        ...storeAccount,
        endpoint: store.origin,
        region: "eu-central-1",
        bucket: "fm-backups",
        folder: "production",
      },
      ...{ backup: first, objects },
    },
    target,
  );
  const sums = printed.find((text) => text.includes(": OK")) ?? "";
  expect(sums).not.toMatch(/FAILED/);
  const from = server.at("Data", "Backups", first);
  const files = filesIn(join(from, "Databases"));
  expect(sums.trim().split("\n").length).toBe(files.length);
  for (const file of files) {
    const restoredFile = join(target, "Databases", file.slice(join(from, "Databases").length));
    expect(readFileSync(restoredFile).equals(readFileSync(file))).toBe(true);
  }
  expect(await recordsOnReplacement(target, ["Contacts", "Orders"])).toEqual({
    Contacts: ["Contacts 1", "Contacts 2"],
    Orders: ["Orders 1"],
  });
});
