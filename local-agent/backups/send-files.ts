import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { ManifestFile } from "#shared/backups/restores/manifest.ts";
import { CalloutFailed } from "#shared/ports/callouts.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { found } from "../disk/on-disk.ts";
import { systemPath } from "../disk/undecoded-names.ts";
import { mapConcurrently } from "../downloads/map-concurrently.ts";
import { writeZip } from "../downloads/write-zip.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { type BackupFile, looksAlike } from "./backup-files.ts";
import { goesInParts } from "./file-parts.ts";
import type { StoreAt } from "./store-at.ts";
import { beginUpload, endUpload, uploadFile } from "./upload-file.ts";

type Way = "sent" | "copied" | "present";

/** Stored file, and the way it was stored. */
interface FileAtStore {
  readonly way: Way;
  readonly sizeBytes: number;
  readonly sha256: string;
}

interface Sending {
  readonly context: TaskContext;
  readonly at: StoreAt;
  /** Returns the key of a file's object. */
  readonly keyOf: (name: string) => string;
  /** Objects already at the store, by key. */
  readonly present: ReadonlyMap<string, { readonly sizeBytes: number; readonly modifiedAt: string }>;
  /** Files of an earlier backup, and their keys. */
  readonly earlier: { readonly files: ReadonlyMap<string, ManifestFile>; readonly keyOf: (name: string) => string };
  /** Called for each file once it is stored. */
  readonly onFile: (way: Way, bytes: number) => void;
  readonly onBytes: (bytes: number) => void;
  /** Called with the difference in size between a zip and its contents. */
  readonly onZipped: (savedBytes: number) => void;
}

/** Maximum bytes of an object that can be copied at once. Larger ones are copied in parts. */
const maxCopiedBytes = 5 * 1024 ** 3;
/** Maximum number of small files in transfer: each costs a call and few bytes. */
const smallAtOnce = 4;

/**
 * Sends files to a store, and returns their manifest entries. Doesn't send files that are already there; files that are the same in an
 * earlier backup are copied by the store. Each large file is a step of its own, whose parts are resumed after a restart of the agent.
 * @throws Refused
 */
export async function sendFiles(files: readonly BackupFile[], sending: Sending): Promise<readonly ManifestFile[]> {
  const { context, onFile, onBytes } = sending;
  const isLarge = (file: BackupFile) => file.zipOf !== undefined || goesInParts(file.sizeBytes);
  const known = new Map<string, FileAtStore>();
  for (const file of files.filter(isLarge)) known.set(file.name, await sendLarge(file, sending));

  const small = files.filter((file) => !isLarge(file));
  const sendSmall = () =>
    mapConcurrently(smallAtOnce, small, async (file) => {
      known.set(file.name, (await reused(file, sending)) ?? (await sent(file, undefined, sending)));
    });
  if (small.length > 0)
    await context.step({
      name: "small files",
      perform: async () => {
        await sendSmall();
      },
    });
  for (const { name, path, sizeBytes } of small) {
    let there = known.get(name);
    if (there === undefined) {
      // Stored before the agent restarted: only the log still shows how.
      there = { way: "present", sizeBytes, sha256: await sha256Of(path) };
      onBytes(sizeBytes);
      known.set(name, there);
    }
    onFile(there.way, there.sizeBytes);
  }
  return files.flatMap(({ name, modifiedAt }) => {
    const { sizeBytes, sha256 } = known.get(name) as FileAtStore;
    return [{ name, sizeBytes, sha256, modifiedAt }];
  });
}

async function sendLarge(file: BackupFile, sending: Sending): Promise<FileAtStore> {
  const { context, at, keyOf, onFile, onBytes, onZipped } = sending;
  const { step, say, clock, signal } = context;
  const key = keyOf(file.name);
  const sizeBytes = file.zipOf === undefined ? file.sizeBytes : await step(zipping(file, file.zipOf, context));
  onZipped(file.sizeBytes - sizeBytes);
  const whole = { ...file, sizeBytes };
  let brought = 0;
  const watched: Sending = {
    ...sending,
    onBytes(bytes) {
      brought += bytes;
      onBytes(bytes);
    },
  };

  const there = await step({
    name: `compare ${file.name}`,
    perform: async () => (await reused(whole, watched)) ?? null,
  });
  const uploadId =
    there === null && goesInParts(sizeBytes)
      ? await step({
          name: `begin ${file.name}`,
          perform: () => at.asked(() => beginUpload({ ...at, clock, signal, say }, at.bucket, key)),
          async undo(begun) {
            if (begun !== undefined) await endUpload({ ending: at.ending, say }, at.bucket, key, begun);
          },
        })
      : undefined;
  const end = there ?? (await step({ name: `send ${file.name}`, perform: () => sent(whole, uploadId, watched) }));
  onBytes(end.sizeBytes - brought);
  onFile(end.way, end.sizeBytes);
  say("info", `${words[end.way]} ${file.name}`);
  if (file.zipOf !== undefined) await rm(file.path, { force: true });
  return end;
}

const words: Readonly<Record<Way, string>> = {
  sent: "Sent",
  copied: "Unchanged, and copied at the store:",
  present: "There already:",
};

/** Returns a step that creates a zip completely or not at all, and returns its size. */
function zipping(file: BackupFile, entries: NonNullable<BackupFile["zipOf"]>, { signal }: TaskContext) {
  return {
    name: `zip ${file.name}`,
    async perform(): Promise<number> {
      await rm(file.path, { force: true });
      await writeZip(entries, file.path, signal);
      return (await found(file.path))?.size ?? 0;
    },
  };
}

/** Finds a file at the store, or copies it within the store. Undefined if it must be sent. @throws Refused */
async function reused(file: BackupFile, sending: Sending): Promise<FileAtStore | undefined> {
  const { at, keyOf, present, earlier, onBytes } = sending;
  const { name, path, sizeBytes, modifiedAt } = file;
  const object = present.get(keyOf(name));
  // Files of a backup don't change: an object that is newer than its file has the same content.
  if (object?.sizeBytes === sizeBytes && Date.parse(object.modifiedAt) >= modifiedAt) {
    onBytes(sizeBytes);
    return { way: "present", sizeBytes, sha256: await sha256Of(path) };
  }
  const before = earlier.files.get(name);
  if (before === undefined || !looksAlike(before, file) || sizeBytes > maxCopiedBytes) return undefined;
  const sha256 = await sha256Of(path);
  if (sha256 !== before.sha256) return undefined;
  if (!(await isCopied(at, earlier.keyOf(name), keyOf(name)))) return undefined;
  onBytes(sizeBytes);
  return { way: "copied", sizeBytes, sha256 };
}

async function sent(
  { name, path, sizeBytes }: BackupFile,
  uploadId: string | undefined,
  { context, at, keyOf, onBytes }: Sending,
): Promise<FileAtStore> {
  const { clock, signal, say } = context;
  const file = { bucket: at.bucket, key: keyOf(name), path, sizeBytes, ...(uploadId !== undefined && { uploadId }) };
  const sha256 = await at.asked(() => uploadFile({ ...at, clock, signal, say }, file, onBytes));
  return { way: "sent", sizeBytes, sha256 };
}

/** Copies an object within the store. Returns false if the store can't copy or the source is gone, in which case the file is sent. */
async function isCopied({ store, bucket }: StoreAt, from: string, key: string): Promise<boolean> {
  try {
    await store.copy(bucket, from, key);
    return true;
  } catch (thrown) {
    if (thrown instanceof StoreRefused || thrown instanceof CalloutFailed) return false;
    throw thrown;
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(systemPath(path), { highWaterMark: 1_048_576 })) hash.update(bytes);
  return hash.digest("hex");
}
