import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { setFolder } from "#shared/blocks/set-store.ts";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { takesEveryMoment } from "../support/crashes/every-moment.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { allRestoredFrom, aSet, aSource, digestsOf, snapshotOf } from "./support/a-set.ts";
import { aStore, storeAccount } from "./support/a-store.ts";
import { type ContainerRestoreAt, done as restoredContainers } from "./support/container-restore.ts";
import {
  done,
  type FolderSetAt,
  type FolderWork,
  newFolderSet,
  openFolderSet,
  packBytes,
} from "./support/folder-set.ts";

const program = new URL("support/killed-program.ts", import.meta.url).pathname;
const dayMs = 24 * 60 * 60_000;
const begin = Date.now();
const after = (days: number) => begin + days * dayMs;
/** True if a write is tested. All of them take minutes: `npm run faults B3` tests each. */
const isTried = (number: number) => takesEveryMoment || number % 11 === 3;
const most = 400;

/** Returns the result of a process that is killed at one of its writes. */
async function ended(
  module: string,
  at: FolderSetAt | ContainerRestoreAt,
  work: FolderWork | null,
  number: number,
  when: string,
): Promise<"killed" | "done"> {
  const words = [program, module, JSON.stringify(at), JSON.stringify(work), String(number), when];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
  let reported = "";
  child.stderr.on("data", (bytes) => {
    reported += bytes;
  });
  const [code, signal] = await once(child, "close");
  if (signal === "SIGKILL") return "killed";
  expect(code, reported).toBe(0);
  return "done";
}

/** Returns a copy of a set and all of its folders. */
function copied(at: FolderSetAt): FolderSetAt {
  const copy = { ...newFolderSet(scratchFolder()), set: at.set, dataKey: at.dataKey };
  for (const name of ["folder", "memory", "source", "target"] as const)
    if (existsSync(at[name])) cpSync(at[name], copy[name], { recursive: true, preserveTimestamps: true });
  return copy;
}

function aFolderSet() {
  const at = newFolderSet(scratchFolder());
  mkdirSync(at.source, { recursive: true });
  const large = randomBytes(400_000);
  const write = () => writeFileSync(join(at.source, "large.fmp12"), large);
  writeFileSync(join(at.source, "small.fmp12"), "small");
  write();
  const contents = new Map<string, ReadonlyMap<string, Buffer>>();
  const sourceNow = () => new Map(readdirSync(at.source).map((name) => [name, readFileSync(join(at.source, name))]));
  const namesIn = (set: FolderSetAt) =>
    readdirSync(join(set.folder, "set", "snapshots")).filter((name) => !name.endsWith(".new"));
  return {
    ...{ at, contents, sourceNow, namesIn },
    change(block: number) {
      large.writeUInt8(large.readUInt8(block * 65_536) ^ 1, block * 65_536);
      write();
    },
    async backUp(days: number) {
      await done(at, { work: "backup", moment: after(days) });
      for (const name of namesIn(at)) if (!contents.has(name)) contents.set(name, sourceNow());
    },
    /** Checks that every stored snapshot is unchanged, and that a new one has the current files. */
    async allRestored(set: FolderSetAt): Promise<void> {
      for (const [name, restored] of await allRestoredFrom(openFolderSet(set), namesIn(set)))
        expect(digestsOf(restored), name).toEqual(digestsOf(contents.get(name) ?? sourceNow()));
    },
  };
}

/** Kills the process at one write after the other, until it completes. */
async function killedAtEach(
  at: FolderSetAt,
  work: FolderWork,
  check: (set: FolderSetAt, moment: string) => Promise<void>,
): Promise<void> {
  for (let number = 1; number < most; number += 1) {
    if (!isTried(number)) continue;
    for (const when of ["before", "after"]) {
      const set = copied(at);
      if ((await ended("./folder-set.ts", set, work, number, when)) === "done") {
        expect(number, "there are writes").toBeGreaterThan(5);
        return;
      }
      await check(set, `${when} write ${number}`);
    }
  }
  throw new Error(`There are more than ${most} writes`);
}

const packsBytes = (set: FolderSetAt) => {
  const folder = join(set.folder, "set", "packs");
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
};

verifies("backups:blocks:killed", "SIGKILL at a write of a backup, including the agent's own writes", async () => {
  const { at, change, backUp, allRestored, namesIn } = aFolderSet();
  await backUp(0);
  for (const block of [0, 1, 2, 3, 5]) change(block);
  const whole = copied(at);
  await done(whole, { work: "backup", moment: after(1) });
  await killedAtEach(at, { work: "backup", moment: after(1) }, async (set, moment) => {
    await allRestored(set);
    await done(set, { work: "backup", moment: after(1.1) });
    await allRestored(set);
    expect(namesIn(set).length, moment).toBeGreaterThanOrEqual(2);
    expect(packsBytes(set), moment).toBeLessThanOrEqual(packsBytes(whole) * 1.05 + 5 * packBytes);
  });
});

verifies("backups:blocks:killed", "SIGKILL at a write of a prune, which moves, marks, and deletes", async () => {
  const { at, change, backUp, allRestored } = aFolderSet();
  for (let day = 0; day < 13; day += 1) {
    await backUp(day);
    change(day % 6);
    if (day === 10) await done(at, { work: "prune", moment: after(10) });
  }
  const work = { work: "prune", moment: after(13) } as const;
  const whole = copied(at);
  await done(whole, work);
  expect(readdirSync(join(whole.folder, "set", "moves")).length).toBeGreaterThan(0);
  await killedAtEach(at, work, async (set) => {
    await allRestored(set);
    await done(set, { ...work, moment: after(13.1) });
    await allRestored(set);
    await done(set, { work: "backup", moment: after(13.2) });
    await done(set, { ...work, moment: after(16) });
    await allRestored(set);
  });
});

verifies(
  "backups:blocks:killed",
  "SIGKILL at a write of a restore: a file is complete under its name, or missing",
  async () => {
    const { at, backUp, sourceNow } = aFolderSet();
    await backUp(0);
    const restored = (set: FolderSetAt) =>
      existsSync(set.target) ? readdirSync(set.target).filter((name) => !name.endsWith(".part")) : [];
    await killedAtEach(at, { work: "restore", moment: after(1) }, async (set) => {
      for (const name of restored(set)) expect(readFileSync(join(set.target, name))).toEqual(sourceNow().get(name));
      await done(set, { work: "restore", moment: after(1) });
      expect(new Set(readdirSync(set.target))).toEqual(new Set(sourceNow().keys()));
      for (const [name, bytes] of sourceNow()) expect(readFileSync(join(set.target, name)).equals(bytes)).toBe(true);
    });
  },
);

const sent = { "photo.jpg": "a photo", "plan.pdf": "a plan", "list.csv": "a list" };

/** Creates a store with an external container folder, as plain files or in a snapshot. Returns its location for a restore. */
async function sentContainers(layout: "files" | "blocks"): Promise<Pick<ContainerRestoreAt, "endpoint" | "snapshot">> {
  const { close, endpoint, reached } = await aStore();
  onTestFinished(close);
  const address = storeAddress(endpoint, undefined, "auto");
  const client = storeClient({ address, credentials: storeAccount, call: reached.call, clock: systemClock });
  const put = (key: string, bytes: Uint8Array) => client.put("fm-backups", `production/${key}`, bytes);
  if (layout === "files") {
    for (const [name, content] of Object.entries(sent)) await put(`container1/${name}`, Buffer.from(content));
    return { endpoint };
  }
  const files = Object.entries(sent).map(([name, content]) => [`container1/${name}`, content] as const);
  const made = aSet();
  const { snapshot } = await snapshotOf(made, aSource({ "Contacts.fmp12": "a file", ...Object.fromEntries(files) }));
  const folder = setFolder("", made.set);
  for (const [path, bytes] of made.objects) await put(`${folder}/${path}`, bytes);
  const keys = [{ id: made.dataKey.id, encryptionKey: Buffer.from(made.dataKey.bytes).toString("base64") }];
  return { endpoint, snapshot: { folder, of: { set: made.set, name: snapshot.name, keys } } };
}

for (const layout of ["files", "blocks"] as const)
  verifies(
    "backups:restore:containers",
    `SIGKILL at a write of a restore into its folder, layout ${layout}: each file is either unchanged or the backup's, and the restarted agent continues`,
    async () => {
      const stored = await sentContainers(layout);
      const before = { "photo.jpg": "a ph", "list.csv": "a lost", "new.txt": "new" };
      const newRestore = (): ContainerRestoreAt => {
        const top = scratchFolder();
        const at = (name: string) => join(top, name);
        for (const folder of ["containers", "server/Data/Backups", "agent/work"])
          mkdirSync(at(folder), { recursive: true });
        for (const [name, content] of Object.entries(before)) writeFileSync(join(at("containers"), name), content);
        return { server: at("server"), agent: at("agent"), folder: at("containers"), ...stored };
      };
      const contentOf = (folder: string) =>
        Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
      for (let number = 1; number < most; number += 1) {
        if (!isTried(number)) continue;
        for (const when of ["before", "after"]) {
          const at = newRestore();
          if ((await ended("./container-restore.ts", at, null, number, when)) === "done") {
            expect(number, "there are writes").toBeGreaterThan(5);
            return;
          }
          for (const [name, content] of Object.entries(contentOf(at.folder)))
            expect(
              [sent, before].map((files: Readonly<Record<string, string>>) => files[name]),
              name,
            ).toContain(content);
          await restoredContainers(at);
          expect(contentOf(at.folder), `${when} write ${number}`).toEqual({ ...before, ...sent });
        }
      }
      throw new Error(`There are more than ${most} writes`);
    },
  );
