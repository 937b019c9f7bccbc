import { randomBytes } from "node:crypto";
import type { BackupOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import type { SetStore } from "#shared/blocks/set-store.ts";
import { databasesIn } from "../backups/backup-files.ts";
import { backupPath, deleteUnkept, makeBackup } from "../backups/make-backup.ts";
import { found } from "../disk/on-disk.ts";
import { Refused } from "../refused.ts";
import type { TaskContext, TaskKind } from "../tasks/task-context.ts";
import { makeSnapshot } from "./make-snapshot.ts";
import { previousSnapshot } from "./previous-snapshot.ts";
import { setAt } from "./set-at.ts";
import { setMemory } from "./set-memory.ts";
import { type SourceFile, sourceFiles } from "./source-files.ts";

type Fields = TaskFields<"backups.keep">;

/**
 * Stores one of FileMaker Server's backups as a block-based snapshot, without sending blocks that haven't changed since the previous one.
 */
export const keepBackup: TaskKind<"backups.keep"> = {
  files: ({ schedule }) => [`backups of schedule ${schedule.id}?`],

  async run(fields, context) {
    const { progress, step, say, clock, signal } = context;
    progress({ phase: "starting" });
    const startedAt = await step({ name: "start", perform: async () => clock.now() });
    const folder = fields.folder ?? (await makeBackup(fields, context));
    const path = await step({ name: "look for it", perform: () => backupPath(fields, folder, context) });
    const { at, store } = setAt(fields, context);
    const keys = new Map(fields.keys.map(({ id, encryptionKey }) => [id, Buffer.from(encryptionKey, "base64")]));
    const [newest] = fields.keys;
    if (newest === undefined) throw new Refused("failed", "there is no encryption key");

    const made = await step({
      name: "snapshot",
      async perform() {
        await keepKeys(fields, store);
        const files = [...(await sourceFiles(path)), ...(await containerFiles(fields, context))];
        if (files.length === 0) throw new Refused("not-found", `the backup ${folder} has no files`);
        const totalBytes = await bytesOf(files);
        let done = 0;
        progress({ phase: "sending", done, total: totalBytes, unit: "bytes" });
        try {
          const { snapshot, counts } = await makeSnapshot({
            ...{ store, set: fields.set, keys, random: randomBytes, files, signal },
            dataKey: { id: newest.id, bytes: Buffer.from(newest.encryptionKey, "base64") },
            memory: setMemory(context.folder, fields.set),
            ...(await previousSnapshot({ store, set: fields.set, keys }, fields.newest, say)),
            about: { schedule: fields.schedule.name, backup: folder, startedAt },
            now: () => clock.now(),
            isDeleting: fields.features.deletes,
            onDamage: (text) => say("error", text),
            checkLease: () => context.confirmed(),
            onRead(bytes) {
              done += bytes;
              progress({ done: Math.max(0, done), total: Math.max(done, totalBytes) });
            },
          });
          const databases = databasesIn(snapshot.files.map(({ path }) => path));
          return { name: snapshot.name, counter: snapshot.counter, counts, databases };
        } catch (thrown) {
          if (thrown instanceof UnreadableObject) throw new Refused("failed", thrown.message, { cause: thrown });
          throw thrown;
        }
      },
    });
    progress({ phase: "finishing", done: 0, total: null, unit: null });
    await context.commit();
    await step({ name: "delete", perform: () => deleteUnkept(fields, folder, context) });
    const { name, counter, counts, databases } = made;
    const sentShare = `${counts.sentBytes} of ${counts.bytes} bytes sent`;
    say(
      "success",
      `${folder} is snapshot ${counter} in ${at.keyOf("blocks", fields.set)} of the bucket ${at.bucket} at ${at.host}: ${sentShare}`,
    );
    const outcome: BackupOutcome = {
      folder,
      ...counts,
      copiedFiles: 0,
      presentFiles: 0,
      databases,
      snapshot: { set: fields.set, name, counter },
    };
    return { state: "done", reason: null, outcome: JSON.stringify(outcome) } satisfies TaskEnd;
  },
};

/**
 * Stores the set's keys, encrypted for the recovery key, before anything is sealed with them. Deletes those for an earlier recovery key.
 */
async function keepKeys({ keyObjects, features }: Fields, store: SetStore): Promise<void> {
  const there = (await store.list("key")).map(({ name }) => name);
  for (const { name, bytes } of keyObjects)
    if (!there.includes(name)) await store.put({ kind: "key", name }, Buffer.from(bytes, "base64"));
  if (!features.deletes) return;
  for (const name of there)
    if (!keyObjects.some((object) => object.name === name)) await store.delete({ kind: "key", name });
}

/**
 * Returns the files of external container folders, which are in no backup: they are stored as they are, as `container1` and `container2`.
 */
async function containerFiles(fields: Fields, { servers, say }: TaskContext): Promise<readonly SourceFile[]> {
  if (!fields.containers.includes(true)) return [];
  const folders = await servers(fields.server).containerFolders();
  const files: SourceFile[] = [];
  for (const [index, isKept] of fields.containers.entries()) {
    if (!isKept) continue;
    const folder = folders[index];
    if (folder === undefined || (await found(folder)) === undefined)
      say("info", `FileMaker Server has no external container folder ${index + 1}: skipped`);
    else files.push(...(await sourceFiles(folder, `container${index + 1}`)));
  }
  return files;
}

async function bytesOf(files: readonly SourceFile[]): Promise<number> {
  const sizes = await Promise.all(files.map(async ({ fullPath }) => (await found(fullPath))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}
