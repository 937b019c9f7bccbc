import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { unzipped } from "../downloads/support/unzipped.ts";
import { trailOf } from "../support/audit-trail.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { mayMount, smallDisk } from "../support/small-disk.ts";
import { verifies } from "../support/verifies.ts";
import { anOffsiteSetup, offsitePlace } from "./support/an-offsite-setup.ts";
import { filesIn } from "./support/followed-guide.ts";

const asSent = {
  ...{ "Contacts/photo.jpg": "one", "Contacts/deep/plan.pdf": "a plan", "Orders/map.png": "a map" },
  "Orders/list.csv": "right",
};
const contentOf = (folder: string) =>
  Object.fromEntries(filesIn(folder).map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));

for (const layout of ["files", "blocks"] as const) {
  const offsite = await anOffsiteSetup(layout);
  afterAll(() => offsite.stop());
  const { server, client, containersRestored, drilled } = offsite;
  const folder = await offsite.withContainerFolder(asSent);
  const { snapshot } = await offsite.backedUp();
  const place = { ...offsitePlace, container: 1, ...(layout === "blocks" && { backup: snapshot }) };
  const restored = (to: object) => containersRestored("", { ...place, ...to });

  /** The folder has lost a file; another one was truncated, one has the same length but other content, and one was added. */
  const damaged = {
    ...{ "Contacts/photo.jpg": "on", "Orders/map.png": "a map", "Orders/new.png": "new" },
    "Orders/list.csv": "wrong",
  };
  const fill = (files: Readonly<Record<string, string>>) => {
    rmSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  };
  const damage = () => fill(damaged);

  verifies(
    "backups:restore:containers",
    `${layout}: they are restored into their folder, and an undo reverts it`,
    async () => {
      damage();
      const { process, log } = await restored({ to: "here" });
      expect(process, log).toMatchObject({ state: "done" });
      expect(log).toContain("container1: 3 files restored, 1 already existed");
      expect(contentOf(folder)).toEqual({ ...asSent, "Orders/new.png": "new" });

      // Later changes stay.
      const since = { "Contacts/deep/plan.pdf": "a plan that was changed", "Orders/list.csv": "newer" };
      for (const [name, content] of Object.entries(since)) writeFileSync(join(folder, name), content);
      const undone = await containersRestored("/undo", { processId: process.id });
      expect(undone.process, undone.log).toMatchObject({ state: "done" });
      expect(contentOf(folder)).toEqual({ ...damaged, ...since });
      const again = await containersRestored("/undo", { processId: process.id });
      expect(again.process).toMatchObject({ state: "failed", reason: expect.stringContaining("is no longer stored") });
    },
  );

  verifies(
    "backups:restore:containers",
    `${layout}: they are restored into a folder or a download, and the live ones stay`,
    async () => {
      damage();
      const inFolder = await restored({ to: "folder", folder: `of ${layout}` });
      expect(inFolder.process, inFolder.log).toMatchObject({ state: "done" });
      expect(inFolder.folder).toBe(`Backups/Latchkey Restores/of ${layout}`);
      expect(contentOf(server.at("Data", "Backups", "Latchkey Restores", `of ${layout}`, "container1"))).toEqual(
        asSent,
      );
      const { download, process, log } = await restored({ to: "download" });
      expect(process, log).toMatchObject({ state: "done" });
      const answer = await fetch(`${server.service.baseUrl}${download.downloadPath}`);
      const path = join(scratchFolder(), "download.zip");
      writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
      const entries = Array.from(await unzipped(path), ([name, bytes]) => [name, bytes.toString()]);
      expect(Object.fromEntries(entries)).toEqual(
        Object.fromEntries(Object.entries(asSent).map(([name, content]) => [`container1/${name}`, content])),
      );
      expect(contentOf(folder)).toEqual(damaged);
    },
  );

  verifies("backups:restore:containers", `${layout}: an incomplete restore leaves the folder unchanged`, async () => {
    damage();
    const prefix = layout === "files" ? "production/container1/" : "production/blocks/";
    const { objects } = await client.list("fm-backups", { prefix });
    const lost = objects.filter(({ key }) => (layout === "files" ? key.endsWith("plan.pdf") : key.includes("/packs/")));
    const kept = await Promise.all(lost.map(async ({ key }) => [key, await client.get("fm-backups", key)] as const));
    if (layout === "blocks") for (const { key } of lost) await client.delete("fm-backups", key);
    else
      offsite.store.faults.decide = ({ method, url }) =>
        method === "GET" && url.includes("plan.pdf") ? { error: "AccessDenied" } : undefined;
    const { process } = await restored({ to: "here" });
    expect(process).toMatchObject({ state: "failed" });
    expect(contentOf(folder)).toEqual(damaged);
    offsite.store.faults.decide = undefined;
    for (const [key, bytes] of kept) await client.put("fm-backups", key, Buffer.from(bytes));
    const second = await server.post("settings/offsite/restores/containers", { ...place, container: 2, to: "here" });
    const { reason } = await server.ended(second.body.response.processId);
    expect(reason).toContain("no external container folder 2");
  });

  verifies("backups:runs:unkept", `in the layout ${layout}`, async () => {
    const live = [...server.service.sandbox.world.server.schedules.values()].find(
      ({ definition }) => definition.name === "Nightly",
    );
    const type = live?.definition.backupType;
    if (live === undefined || type === undefined) throw new Error("There is no backup schedule");
    const keeping = (maxBackups: number) => {
      live.definition = { ...live.definition, backupType: { ...type, maxBackups } };
    };
    onTestFinished(() => keeping(7));
    const lies = ({ backup }: { readonly backup: string }) => existsSync(server.at("Data", "Backups", backup));
    fill(asSent);
    keeping(0);
    expect(lies(await offsite.backedUp())).toBe(false);
    // Files that couldn't be sent stay.
    await server.service.turn(60_000);
    offsite.store.faults.decide = ({ method }) => (method === "PUT" ? { error: "AccessDenied" } : undefined);
    const { body } = await server.post("settings/offsite/schedules/Nightly/run");
    expect(await server.ended(body.response.processId)).toMatchObject({ state: "failed" });
    offsite.store.faults.decide = undefined;
    const [left] = readdirSync(server.at("Data", "Backups")).filter((name) => name.startsWith("Nightly_"));
    expect(left).toBeDefined();
    keeping(7);
    expect(lies(await offsite.backedUp())).toBe(true);
  });

  test.runIf(mayMount)(
    `${layout}: a container folder on a small disk: space is checked first, and if the disk fills up anyway, everything is unchanged`,
    async () => {
      const large = "large ".repeat(350_000);
      fill({ ...asSent, "Orders/large.txt": large });
      const { snapshot: backup } = await offsite.backedUp();
      const content = layout === "files" ? /\/container1\// : /\/packs\//;
      const fetched: string[] = [];
      let onFetch = () => {};
      offsite.store.faults.decide = ({ method, url }) => {
        if (method === "GET" && content.test(new URL(url, offsite.store.origin).pathname)) {
          fetched.push(url);
          onFetch();
        }
        return undefined;
      };
      const { folders } = server.service.sandbox.world.server.settings;
      onTestFinished(() => {
        offsite.store.faults.decide = undefined;
        Object.assign(folders, { additionalRemoteContainerFolderPath: folder });
      });
      const restoredOnto = (disk: string) => {
        Object.assign(folders, { additionalRemoteContainerFolderPath: disk });
        return restored({ to: "here", ...(layout === "blocks" && { backup }) });
      };
      // A megabyte stays free on each disk.
      const refused = await restoredOnto(smallDisk(3_000_000));
      expect(refused.process).toMatchObject({
        state: "failed",
        reason: expect.stringContaining("2.1 MB are required"),
      });
      expect(fetched).toEqual([]);

      const disk = smallDisk(4_000_000);
      const filler = join(disk, "filler");
      onFetch = () => writeFileSync(filler, Buffer.alloc(2_500_000, 1));
      const { process } = await restoredOnto(disk);
      expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("full") });
      expect(filesIn(disk)).toEqual([filler]);
      onFetch = () => {};
      rmSync(filler);
      const again = await restoredOnto(disk);
      expect(again.process, again.log).toMatchObject({ state: "done" });
      expect(contentOf(disk)).toEqual({ ...asSent, "Orders/large.txt": large });
    },
  );

  verifies("backups:restore:drill", `${layout}: external container folders are drilled, too`, async () => {
    fill(asSent);
    const { snapshot: backup } = await offsite.backedUp();
    const files = layout === "files" ? 5 : 4; // With plain files, a file deleted on the server stays in the backup.
    const good = { state: "done", containers: [{ container: 1, files, fault: null }] };
    expect(await drilled()).toMatchObject(good);
    expect(readdirSync(server.at("Data", "Backups", "Latchkey Builds", "work"))).toEqual([]);
    damage();
    const here = () => restored({ to: "here", ...(layout === "blocks" && { backup }) });
    if (layout === "files") {
      await client.put("fm-backups", "production/container1/Orders/list.csv", Buffer.from("bad!!"));
      await client.delete("fm-backups", "production/container1/Contacts/photo.jpg");
      const fault = "container1: Contacts/photo.jpg was sent but is missing from the backup. And 1 more problems.";
      expect(await drilled()).toMatchObject({
        ...{ state: "failed", reason: fault },
        containers: [{ container: 1, files: 3, fault }],
      });
      // Files damaged in the backup are skipped; the others are restored.
      const { process, log } = await here();
      const reason = "Orders/list.csv: corrupt in the backup; skipped";
      expect(process, log).toMatchObject({ state: "doneWithErrors", reason });
      expect(contentOf(folder)).toMatchObject({ ...damaged, "Contacts/deep/plan.pdf": "a plan" });
      // The next backup sends them again.
      fill(asSent);
      await offsite.backedUp();
      expect(await drilled()).toMatchObject(good);
    } else {
      const { objects } = await client.list("fm-backups", { prefix: "production/blocks/" });
      const packs = new Map<string, Buffer>();
      for (const { key } of objects.filter((object) => object.key.includes("/packs/"))) {
        packs.set(key, Buffer.from(await client.get("fm-backups", key)));
        const bytes = Buffer.from(packs.get(key) ?? []);
        for (let at = 100; at < bytes.length; at += 4) bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        await client.put("fm-backups", key, bytes);
      }
      const [tried] = (await drilled()).containers;
      expect(tried).toMatchObject({ container: 1, files: 0, fault: expect.stringMatching(/^container1: .*damaged/) });
      const { process } = await here();
      expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("corrupt in the backup") });
      expect(contentOf(folder)).toEqual(damaged);
      for (const [key, bytes] of packs) await client.put("fm-backups", key, bytes);
    }
  });

  verifies("backups:restore:containers", `${layout}: replaced files are kept for thirty days`, async () => {
    damage();
    const { process } = await restored({ to: "here" });
    const kept = server.at("Data", "Backups", "Latchkey Builds", "containers", String(process.id));
    expect(existsSync(join(kept, "files", "Contacts", "photo.jpg"))).toBe(true);
    const old = new Date(server.service.clock.now() - 31 * 24 * 60 * 60_000);
    utimesSync(join(kept, "files.json"), old, old);
    const entries = () => trailOf(server.service)(`?action=cleanUpHost&object=restored-containers:${process.id}`);
    while ((await entries()).length === 0) await server.service.turn(10 * 60_000);
    expect(existsSync(kept)).toBe(false);
  });
}
