import type { AgentClient } from "#shared/agent/api.ts";
import type { TrashEntry } from "#shared/agent/protocol/commands/trash-commands.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { CursorRefused } from "#shared/ports/table.ts";
import type { TrashedFile, trash } from "./contract.ts";
import { emptyTrash } from "./empty-trash.ts";

/** Time limit for reading the trash, and for moving a file on the host's disk. */
const limits = { deadlineMs: 20_000 } as const;

export function trashService(agentClient: () => AgentClient, clock: Clock): ServiceOf<typeof trash> {
  return {
    async listTrash({ cursor }) {
      if (cursor !== undefined && !isId(cursor)) throw new CursorRefused("This cursor isn't an id");
      const page = await agentClient().request("trash.list", cursor === undefined ? {} : { cursor }, limits);
      return { trash: page.entries.map(shown), cursor: page.cursor };
    },

    async restoreFile({ id, filename }) {
      const fields = { id, ...(filename !== undefined && { filename }) };
      const restored = await orTrashNotFound(agentClient().request("trash.restore", fields, limits));
      return { filename: restored.filename, folder: folderOf(restored) };
    },

    async deleteForGood({ id }) {
      return orTrashNotFound(agentClient().request("trash.delete", { id }, limits));
    },

    async emptyTrash({ until }) {
      return emptyTrash(agentClient(), clock, limits, until === undefined ? clock.now() : Date.parse(until));
    },
  };
}

function isId(cursor: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor);
}

/** Replaces the error `host_file_not_found` with `trash_not_found`. The agent stores each trash entry as a folder. */
async function orTrashNotFound<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.error !== "host_file_not_found") throw thrown;
    throw new ServiceError("trash_not_found", { cause: thrown });
  }
}

function shown({ id, filename, kind, sizeBytes, deletedAt, keptUntil, deletedBy, ...origin }: TrashEntry): TrashedFile {
  return {
    id,
    filename,
    type: kind === "folder" ? "dir" : "file",
    folder: folderOf(origin),
    isHosted: origin.root === "databases" || origin.root === "secure",
    sizeBytes,
    deletedAt: timestamp(deletedAt),
    keptUntil: timestamp(keptUntil),
    deletedBy,
  };
}

function folderOf({ root, folder }: Pick<TrashEntry, "root" | "folder">): string {
  return folder === "" ? root : `${root}/${folder}`;
}
