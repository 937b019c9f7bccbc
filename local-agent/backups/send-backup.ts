import { rm } from "node:fs/promises";
import type { BackupOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { filesInManifest, type ManifestFile, manifestName } from "#shared/backups/restores/manifest.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { makeSharedFolder, processFolder } from "../builds/build-folder.ts";
import { checkDiskSpace } from "../disk/disk-space.ts";
import { Refused } from "../refused.ts";
import type { TaskContext, TaskKind } from "../tasks/task-context.ts";
import { backupFiles, databasesIn } from "./backup-files.ts";
import { manifestText } from "./backup-manifest.ts";
import { backupPath, deleteUnkept, makeBackup } from "./make-backup.ts";
import { sendContainers } from "./send-containers.ts";
import { sendFiles } from "./send-files.ts";
import { type StoreAt, storeAt } from "./store-at.ts";
import { patiently } from "./upload-file.ts";

type Fields = TaskFields<"backups.send">;

/** Sends one of FileMaker Server's backups to a store as plain files or zips: `dbs/<backup>/…`, with its manifest last. */
export const sendBackup: TaskKind<"backups.send"> = {
  files: ({ schedule }) => [`backups of schedule ${schedule.id}?`],

  async run(fields, context) {
    const { progress, step, say, host, clock } = context;
    progress({ phase: "starting" });
    const startedAt = await step({ name: "start", perform: async () => clock.now() });
    const folder = fields.folder ?? (await makeBackup(fields, context));
    const at = storeAt(fields.store, fields.networks, context);
    const work = processFolder(host, context.process);
    const path = await step({
      name: "prepare",
      perform: () => prepared(fields, { folder, work, context }),
      undo: () => rm(work, { recursive: true, force: true }),
    });

    const files = await backupFiles(path, fields.isZipped ? work : undefined);
    if (files.length === 0) throw new Refused("not-found", `the backup ${folder} has no files`);
    const counted = counter(
      context,
      files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    );
    const described = await sendFiles(files, {
      context,
      at,
      ...counted,
      keyOf: (name) => at.keyOf("dbs", folder, name),
      present: new Map((await at.objects(`${at.keyOf("dbs", folder)}/`)).map((object) => [object.key, object])),
      earlier: await earlierFiles(at, fields.previous),
    });

    for (const [index, place] of fields.containers.entries())
      if (place !== null) await sendContainers(index, place, { fields, context, ...counted });

    progress({ phase: "finishing", done: 0, total: null, unit: null });
    await step({
      name: "manifest",
      async perform() {
        const head = { schedule: fields.schedule.name, folder, startedAt, endedAt: clock.now() };
        const manifest = Buffer.from(manifestText({ ...head, isZipped: fields.isZipped }, described));
        const key = at.keyOf("dbs", folder, manifestName);
        await at.asked(() => patiently(context, () => at.store.put(at.bucket, key, manifest)));
      },
    });
    await context.commit();
    await step({ name: "clear", perform: () => rm(work, { recursive: true, force: true }) });
    await step({ name: "delete", perform: () => deleteUnkept(fields, folder, context) });
    say("success", `${folder} is stored in ${at.keyOf("dbs")} of the bucket ${at.bucket} at ${at.host}`);
    const outcome: BackupOutcome = { folder, ...counted.counts, databases: databasesIn(files.map(({ name }) => name)) };
    return { state: "done", reason: null, outcome: JSON.stringify(outcome) } satisfies TaskEnd;
  },
};

/** Returns the backup's path, after checking the space for its zips, which are made one after another. @throws Refused */
async function prepared(
  fields: Fields,
  { folder, work, context }: { readonly folder: string; readonly work: string; readonly context: TaskContext },
): Promise<string> {
  const { host } = context;
  const path = await backupPath(fields, folder, context);
  if (fields.isZipped) {
    await makeSharedFolder(host, work);
    const sizes = (await backupFiles(path, work)).map(({ zipOf, sizeBytes }) => (zipOf === undefined ? 0 : sizeBytes));
    await checkDiskSpace([{ folder: work, bytes: Math.max(0, ...sizes) }], fields.floorBytes);
  }
  return path;
}

/** Returns the files of the previous backup from its manifest. None if it has no manifest or one that is too long. */
async function earlierFiles(at: StoreAt, previous: string | null) {
  const keyOf = (name: string) => at.keyOf("dbs", previous ?? "", name);
  const files = new Map<string, ManifestFile>();
  if (previous === null) return { keyOf, files };
  try {
    const known = filesInManifest(await at.store.get(at.bucket, keyOf(manifestName)));
    return { keyOf, files: new Map(known.map((file) => [file.name, file])) };
  } catch (thrown) {
    if (thrown instanceof StoreRefused) return { keyOf, files };
    return at.asked(() => Promise.reject(thrown));
  }
}

/** Counts what was stored, and reports progress. */
function counter({ progress }: TaskContext, totalBytes: number) {
  const counts = { sentFiles: 0, sentBytes: 0, copiedFiles: 0, presentFiles: 0, files: 0, bytes: 0 };
  let done = 0;
  let total = totalBytes;
  progress({ phase: "sending", done, total, unit: "bytes" });
  return {
    counts,
    onBytes(bytes: number) {
      done += bytes;
      progress({ done });
    },
    onZipped(savedBytes: number) {
      total -= savedBytes;
      progress({ total });
    },
    onFile(way: "sent" | "copied" | "present", bytes: number) {
      counts[`${way}Files`] += 1;
      if (way === "sent") counts.sentBytes += bytes;
      counts.files += 1;
      counts.bytes += bytes;
    },
  };
}
