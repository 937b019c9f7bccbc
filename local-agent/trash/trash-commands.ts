import type { CommandName, FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { trashEntries } from "#shared/agent/protocol/commands/trash-commands.ts";
import { oneAtATime } from "#shared/ports/limits/one-at-a-time.ts";
import type { Clock } from "../clock.ts";
import { found } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";
import { deleteFromTrash } from "./delete-from-trash.ts";
import { checkTrashAccess, moveToTrash } from "./move-to-trash.ts";
import { restoreFromTrash } from "./restore-from-trash.ts";
import { knownTrash, trashedIds } from "./trashed-entries.ts";

type TrashCommand = Extract<CommandName, `trash.${string}`>;
type TrashCommands = { readonly [Name in TrashCommand]: (fields: FieldsOf<Name>) => Promise<ReplyOf<Name>> };

/** Commands of the trash. They run one at a time, so that two don't use the same name. */
export function trashCommands(host: Host, clock: Clock): TrashCommands {
  const sequentially = oneAtATime();
  return {
    "trash.look": ({ filename }) => checkTrashAccess(host, filename),
    "trash.move": (fields) => sequentially(() => moveToTrash(host, clock, fields)),
    "trash.list": ({ cursor }) => listTrash(host, cursor),
    "trash.restore": (fields) => sequentially(() => restoreFromTrash(host, fields)),
    "trash.delete": ({ id }) => sequentially(() => deleteFromTrash(host, id)),
  };
}

async function listTrash(host: Host, cursor: string | undefined): Promise<ReplyOf<"trash.list">> {
  const ids = (await trashedIds(host)).filter((id) => cursor === undefined || id < cursor);
  const page = ids.slice(0, trashEntries);
  const read = await Promise.all(page.map((id) => knownTrash(host, id)));
  // An entry without its file is incomplete: the file is still in its original place.
  const whole = await Promise.all(
    read.map(async (one) => one !== undefined && (await found(one.kept)) !== undefined && one.entry),
  );
  return {
    entries: whole.filter((entry) => entry !== false),
    cursor: ids.length > page.length ? (page.at(-1) ?? null) : null,
  };
}
