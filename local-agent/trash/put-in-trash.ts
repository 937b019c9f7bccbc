import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { TrashTicket } from "../../shared/contract/agent/trash-commands.ts";
import { bytesBelow } from "../browser/bytes-below.ts";
import type { Folder } from "../browser/folder.ts";
import type { Host } from "../host.ts";
import type { Place } from "../place.ts";
import { Refused } from "../refused.ts";
import { syncFolder } from "../sync-folder.ts";
import { makePlace } from "./sidecar.ts";

interface Seen {
  /** The place of the folder that it is in. */
  readonly parent: Place;
  readonly name: string;
  readonly kind: "file" | "folder";
}

/** Takes a file or folder out of an open folder, so that it can be had back. @throws Refused */
export async function putInTrash(
  host: Host,
  folder: Folder,
  { parent, name, kind }: Seen,
  ticket: TrashTicket & { readonly deletedAt: number },
): Promise<void> {
  const sizeBytes = await bytesBelow(folder.at(name));
  const { place, kept } = await makePlace(host, {
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
    await rm(place, { recursive: true });
    if ((thrown as NodeJS.ErrnoException).code !== "EXDEV") throw thrown;
    throw new Refused("not-allowed", "it is on another disk, which has no trash: delete it for good", {
      cause: thrown,
    });
  }
  await syncFolder(dirname(kept));
  await folder.sync();
}
