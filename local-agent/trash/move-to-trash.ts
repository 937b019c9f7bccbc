import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { Clock } from "../clock.ts";
import { containersOf } from "../disk/containers.ts";
import { hostedFile, hostedNamed } from "../disk/hosted-file.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { found, sizeOf } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { checkWriteAccess } from "../disk/write-access.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { knownTrash, makeEntryFolder, type Trashed, trashFolderOf } from "./trashed-entries.ts";

/**
 * Checks that a hosted file can be moved to the trash, before anyone closes it. A file that isn't hosted may be in the trash already.
 * @throws Refused not-writable
 */
export async function checkTrashAccess(host: Host, filename: string): Promise<ReplyOf<"trash.look">> {
  for (const { root, path } of await hostedNamed(host, filename))
    await checkWriteAccess([dirname(path), await trashFolderOf(host, root)]);
  return {};
}

/** Moves a closed file to the trash with its containers. A repeated call with the same ID continues after an interruption. */
export async function moveToTrash(
  host: Host,
  clock: Clock,
  fields: FieldsOf<"trash.move">,
): Promise<ReplyOf<"trash.move">> {
  const { entry, entryFolder, kept, base } = (await knownTrash(host, fields.id)) ?? (await begin(host, clock, fields));
  const from = join(base, entry.folder);
  const source = join(from, entry.filename);
  if ((await found(kept)) === undefined) {
    if ((await found(source)) === undefined) {
      await rm(entryFolder, { recursive: true });
      throw new Refused("not-found", "the file is not hosted");
    }
    await rename(source, kept);
  }
  const [containers, keptContainers] = [containersOf(source), containersOf(join(entryFolder, entry.filename))];
  if ((await found(containers)) !== undefined && (await found(keptContainers)) === undefined) {
    await makeFolder(dirname(keptContainers), 0o775);
    await rename(containers, keptContainers);
  }
  await syncFolder(from);
  await syncFolder(entryFolder);
  return entry;
}

async function begin(host: Host, clock: Clock, { filename, ...ticket }: FieldsOf<"trash.move">): Promise<Trashed> {
  const { root, folder, name, path } = await hostedFile(host, filename);
  const sizeBytes = (await sizeOf(path)) + (await sizeOf(containersOf(path)));
  return makeEntryFolder(host, {
    ...ticket,
    filename: name,
    kind: "file",
    root,
    folder,
    sizeBytes,
    deletedAt: clock.now(),
  });
}
