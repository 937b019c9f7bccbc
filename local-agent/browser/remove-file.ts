import { opendir, rmdir, unlink } from "node:fs/promises";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { putInTrash } from "../trash/put-in-trash.ts";
import { checkTag, entryOf } from "./entry.ts";
import { type Folder, parentAndName, withFolder } from "./folder.ts";
import type { Removals } from "./removals.ts";

interface RemovingOptions {
  readonly host: Host;
  readonly clock: Clock;
  readonly removals: Removals;
}

/** Deletes a file, a link (but not its target), an empty folder, or a folder with all of its contents. */
export function removeFile(
  { host, clock, removals }: RemovingOptions,
  { isRecursive, tag, trash, ...location }: FieldsOf<"browser.remove">,
): Promise<ReplyOf<"browser.remove">> {
  const { parent, name } = parentAndName(location);
  return withFolder(host, parent, async (folder) => {
    const { kind, tag: found } = await entryOf(folder.at(name), name);
    checkTag(found, tag);
    const isKept = trash !== undefined && kind !== "other";
    if (isKept) {
      if (kind === "folder" && !isRecursive) await refuseFull(folder, name);
      await putInTrash(host, folder, { parent, name, kind }, { ...trash, deletedAt: clock.now() });
    } else if (kind !== "folder") await unlink(folder.at(name));
    else if (isRecursive) await removals.remove(folder, parent, name);
    else await rmdir(folder.at(name)).catch(refuseNotEmpty);
    await folder.sync();
    return { kind, isKept };
  });
}

async function refuseFull(folder: Folder, name: string): Promise<void> {
  for await (const _ of await opendir(folder.at(name))) throw notEmpty();
}

function refuseNotEmpty(thrown: unknown): never {
  const { code } = thrown as NodeJS.ErrnoException;
  throw code === "ENOTEMPTY" || code === "EEXIST" ? notEmpty() : thrown;
}

function notEmpty(): Refused {
  return new Refused("in-use", "the folder is not empty");
}
