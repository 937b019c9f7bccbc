import { constants } from "node:fs";
import { type FileHandle, lstat, open, rename, unlink } from "node:fs/promises";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { draftPrefix } from "#shared/agent/protocol/commands/browser-commands.ts";
import type { Clock } from "../../clock.ts";
import type { TransferTarget } from "../../commands/one-time-call.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import type { Host } from "../../host.ts";
import { Refused } from "../../refused.ts";
import { exists, moveAside, newLocation } from "../change-files.ts";
import { checkTag, entryOf } from "../entry.ts";
import { type Folder, namesake, withFolder } from "../folder.ts";
import { fetchPiece } from "./fetch-piece.ts";
import { keyedQueue } from "./keyed-queue.ts";
import { type UploadRecord, uploadRecords } from "./upload-records.ts";

/** Maximum number of unfinished uploads. */
const maxUploads = 100;
/** Milliseconds that a finished upload can be queried: a client whose response was lost learns that its file exists. */
const finishedMs = 60 * 60_000;

interface UploadsOptions {
  readonly host: Host;
  /** The agent's own folder, where uploads are recorded. */
  readonly folder: string;
  readonly clock: Clock;
  readonly transferTarget: TransferTarget;
}

/** Uploads to this machine. Their bytes are stored next to the target, under a name that lists don't show. */
export interface HostUploads {
  begin(fields: FieldsOf<"browser.beginUpload">): Promise<ReplyOf<"browser.beginUpload">>;
  state(upload: string): Promise<ReplyOf<"browser.upload">>;
  take(fields: FieldsOf<"browser.takePiece">): Promise<ReplyOf<"browser.takePiece">>;
  finish(upload: string): Promise<ReplyOf<"browser.finishUpload">>;
  end(upload: string): Promise<void>;
  /** Deletes expired uploads. Returns the uploads that never finished, each once, including those that `begin` deleted. */
  sweep(): Promise<readonly string[]>;
}

export function hostUploads({ host, folder: agentFolder, clock, transferTarget }: UploadsOptions): HostUploads {
  const records = uploadRecords(agentFolder);
  const exclusively = keyedQueue();
  /** Bytes of pieces that have arrived but aren't saved yet. */
  const ahead = new Map<string, number>();

  const living = async (upload: string): Promise<UploadRecord> => {
    const record = await records.get(upload);
    if (record === undefined || record.expiresAt <= clock.now()) throw noSuchUpload();
    return record;
  };

  const refuseWithoutDiskSpace = async (folder: Folder, sizeBytes: number, floorBytes: number): Promise<void> => {
    let promised = 0;
    let unfinished = 0;
    for (const id of await records.ids()) {
      const other = await records.get(id);
      if (other === undefined || other.isFinished) continue;
      unfinished += 1;
      promised += other.sizeBytes - other.offset;
    }
    if (unfinished >= maxUploads) throw new Refused("in-use", "too many uploads in progress");
    await checkDiskSpace([{ folder: folder.here, bytes: sizeBytes + promised }], floorBytes);
  };

  const putInPlace = async (record: UploadRecord): Promise<UploadRecord> => {
    const { parent, name } = newLocation(record);
    await withFolder(host, parent, async (folder) => {
      const draft = folder.at(draftOf(record.upload));
      const currentIdentity = await identityOf(folder.at(name));
      // It was moved there before, and only the record of that was lost.
      if (currentIdentity !== record.draft) {
        await withDraft(folder, record, (file) => file.sync());
        const other = await namesake(folder, name);
        if (other !== undefined && !(record.isReplacing && other === name)) throw exists(other);
        if (other === undefined) await moveAside(draft, folder.at(name));
        else {
          checkTag((await entryOf(folder.at(name), name)).tag, record.tag);
          await rename(draft, folder.at(name));
        }
      } else await removeIfThere(draft);
      await folder.sync();
    });
    const expiresAt = Math.min(record.expiresAt, clock.now() + finishedMs);
    const finished = { ...record, isFinished: true, expiresAt };
    await records.put(finished);
    return finished;
  };

  const end = async (upload: string): Promise<void> => {
    const record = await records.get(upload);
    if (record === undefined) throw noSuchUpload();
    if (!record.isFinished)
      await withFolder(host, newLocation(record).parent, (folder) => removeIfThere(folder.at(draftOf(upload)))).catch(
        (thrown: unknown) => {
          // The folder was deleted, and the draft with it.
          if (!(thrown instanceof Refused) && (thrown as NodeJS.ErrnoException).code !== "ENOENT") throw thrown;
        },
      );
    ahead.delete(upload);
    await records.delete(upload);
  };

  /** Expired unfinished uploads that haven't been returned yet. */
  const unfinished: string[] = [];
  const sweep = async (): Promise<void> => {
    for (const id of await records.ids())
      await exclusively(id, async () => {
        const record = await records.get(id);
        if (record === undefined || record.expiresAt > clock.now()) return;
        await end(id);
        if (!record.isFinished) unfinished.push(id);
      });
  };

  return {
    async begin({ upload, floorBytes, ...request }) {
      await sweep();
      // One at a time, so that space isn't promised twice.
      return exclusively("begin", async () => {
        const known = await records.get(upload);
        if (known !== undefined) return stateOf(known);
        const { parent, name } = newLocation(request);
        return withFolder(host, parent, async (folder) => {
          const other = await namesake(folder, name);
          if (other !== undefined) {
            if (!request.isReplacing || other !== name) throw exists(other);
            const { kind, tag } = await entryOf(folder.at(name), name);
            if (kind !== "file") throw new Refused("wrong-kind", "only a file can replace a file");
            checkTag(tag, request.tag);
          } else if (request.tag !== undefined) throw new Refused("changed", "it is gone");
          await refuseWithoutDiskSpace(folder, request.sizeBytes, floorBytes);
          const fresh = { schema: 1, upload, ...request, offset: 0, isFinished: false, draft: "" } as const;
          await records.put(fresh);
          const draft = folder.at(draftOf(upload));
          const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
          const file = await open(draft, flags, 0o664);
          await file.chmod(0o664).finally(() => file.close());
          const record = { ...fresh, draft: (await identityOf(draft)) ?? "" };
          await records.put(record);
          return stateOf(record.sizeBytes === 0 ? await putInPlace(record) : record);
        });
      });
    },

    state: async (upload) => stateOf(await living(upload)),

    take: ({ upload, from, offset, length, isFirm, ...piece }) =>
      exclusively(upload, async () => {
        const record = await living(upload);
        const isNext = offset === from || offset === ahead.get(upload);
        if (record.offset !== from || !isNext || offset + length > record.sizeBytes)
          throw new Refused("conflict", `the upload has ${record.offset} bytes`);
        ahead.delete(upload);
        const bytes = await fetchPiece({ ...piece, length }, transferTarget);
        await withFolder(host, newLocation(record).parent, (folder) =>
          withDraft(folder, record, async (file) => {
            await writeAll(file, bytes, offset);
            if (isFirm) await file.datasync();
          }),
        );
        if (isFirm) await records.put({ ...record, offset: offset + length });
        else ahead.set(upload, offset + length);
        return { offset: offset + length };
      }),

    finish: (upload) =>
      exclusively(upload, async () => {
        const record = await living(upload);
        if (record.offset < record.sizeBytes)
          throw new Refused("conflict", `the upload has ${record.offset} of ${record.sizeBytes} bytes`);
        return stateOf(record.isFinished ? record : await putInPlace(record));
      }),

    end: (upload) => exclusively(upload, () => end(upload)),
    async sweep() {
      await sweep();
      return unfinished.splice(0);
    },
  };
}

function stateOf({ upload, root, path, offset, sizeBytes, expiresAt, isFinished }: UploadRecord) {
  return { upload, root, path, offset, sizeBytes, expiresAt, isFinished };
}

function draftOf(upload: string): string {
  return `${draftPrefix}${upload}.part`;
}

function noSuchUpload(): Refused {
  return new Refused("not-found", "upload not found");
}

async function identityOf(path: string | Buffer): Promise<string | undefined> {
  try {
    const { dev, ino } = await lstat(path, { bigint: true });
    return `${dev}-${ino}`;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}

/** Opens the upload's file, if it is still the one that was created. */
async function withDraft<T>(
  folder: Folder,
  { upload, draft }: UploadRecord,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const path = folder.at(draftOf(upload));
  if ((await identityOf(path)) !== draft) throw noSuchUpload();
  const file = await open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let written = 0; written < bytes.length; )
    written += (await file.write(bytes, written, bytes.length - written, offset + written)).bytesWritten;
}

async function removeIfThere(path: string | Buffer): Promise<void> {
  await unlink(path).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "ENOENT") throw thrown;
  });
}
