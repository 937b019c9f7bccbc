import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { TrashTicket } from "#shared/agent/protocol/commands/trash-commands.ts";
import { bytesBelow } from "../browser/bytes-below.ts";
import type { Folder } from "../browser/folder.ts";
import type { HostLocation } from "../disk/host-location.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { makeEntryFolder } from "./trashed-entries.ts";

interface BrowsedEntry {
  /** Location of its folder. */
  readonly parent: HostLocation;
  readonly name: string;
  readonly kind: "file" | "folder";
}

/** Moves a file or folder from an open folder to the trash. @throws Refused */
export async function putInTrash(
  host: Host,
  folder: Folder,
  { parent, name, kind }: BrowsedEntry,
  ticket: TrashTicket & { readonly deletedAt: number },
): Promise<void> {
  const sizeBytes = await bytesBelow(folder.at(name));
  const { entryFolder, kept } = await makeEntryFolder(host, {
    ...ticket,
    filename: name,
    kind,
    root: parent.root,
    folder: parent.path,
    sizeBytes,
  });
  try {
    await rename(folder.at(name), kept);
  } catch (thrown) {
    await rm(entryFolder, { recursive: true });
    if ((thrown as NodeJS.ErrnoException).code !== "EXDEV") throw thrown;
    throw new Refused("not-allowed", "the file is on another disk, which has no trash: delete it permanently", {
      cause: thrown,
    });
  }
  await syncFolder(dirname(kept));
  await folder.sync();
}
