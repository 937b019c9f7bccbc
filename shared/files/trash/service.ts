import type { Hands } from "../../agent/hands.ts";
import type { TrashEntry } from "../../contract/agent/trash-commands.ts";
import { callerName } from "../../contract/caller-name.ts";
import { foldedDatabaseName } from "../../contract/database-name.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { ServiceOf } from "../../contract/operation.ts";
import { timestamp } from "../../contract/scalars.ts";
import type { ServerCommands } from "../../filemaker/server-commands.ts";
import type { Jobs } from "../../jobs/accept.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import { CursorRefused } from "../../ports/table.ts";
import type { Vault } from "../../ports/vault.ts";
import type { AdministratorOf } from "../database-service.ts";
import type { TrashedFile, trash } from "./contract.ts";
import { credentialContext, type DeleteOrder, deletePlan } from "./delete-job.ts";

interface TrashDependencies {
  readonly hands: () => Hands;
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
  readonly jobs: () => Pick<Jobs, "accept">;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long deleted files are kept. Milliseconds. */
  readonly keptMs: number;
}

/** What the host has for looking, and for moving a file on its disk. */
const limits = { deadlineMs: 20_000 } as const;

/** The trash of hosted files. */
export function trashService(dependencies: TrashDependencies): ServiceOf<typeof trash> {
  const { hands, server, administrator, jobs, vault, clock, ids, keptMs } = dependencies;

  return {
    async deleteFiles({ files: names, message, force }, call) {
      const credential = await administrator(call);
      const rows = new Map((await server.databases(credential)).map((row) => [foldedDatabaseName(row.filename), row]));
      const missing = names.filter((name) => !rows.has(foldedDatabaseName(name)));
      if (missing.length > 0) throw new ServiceError("database_not_found", { response: { files: missing } });
      const found = names.flatMap((name) => rows.get(foldedDatabaseName(name)) ?? []);
      const files = found.map(({ filename }) => ({ id: ids.uuid(), filename }));
      const order = ids.uuid();
      const startedBy = callerName(call.caller);
      const sealedCredential = await vault.seal(JSON.stringify(credential), credentialContext(order));
      const keptUntil = clock.now() + keptMs;
      const input = {
        order,
        files,
        message,
        force,
        keptUntil,
        deletedBy: startedBy,
        sealedCredential,
      } satisfies DeleteOrder;
      return { processId: await jobs().accept({ plan: deletePlan, input, startedBy }), trash: files };
    },

    async listTrash({ cursor }) {
      if (cursor !== undefined && !isId(cursor)) throw new CursorRefused("This cursor is no id");
      const page = await hands().request("trash.list", cursor === undefined ? {} : { cursor }, limits);
      return { trash: page.entries.map(shown), cursor: page.cursor };
    },

    async restoreFile({ id, filename }) {
      const fields = { id, ...(filename !== undefined && { filename }) };
      const restored = await known(hands().request("trash.restore", fields, limits));
      return { filename: restored.filename, folder: folderOf(restored) };
    },

    async deleteForGood({ id }) {
      return known(hands().request("trash.delete", { id }, limits));
    },
  };
}

function isId(cursor: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor);
}

/** On the host the trash is folders: one that is not there is a file in the trash that is not there. */
async function known<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.error !== "host_file_not_found") throw thrown;
    throw new ServiceError("trash_not_found", { cause: thrown });
  }
}

function shown({ id, filename, kind, sizeBytes, deletedAt, keptUntil, deletedBy, ...place }: TrashEntry): TrashedFile {
  return {
    id,
    filename,
    type: kind === "folder" ? "dir" : "file",
    folder: folderOf(place),
    isHosted: place.root === "databases" || place.root === "secure",
    sizeBytes,
    deletedAt: timestamp(deletedAt),
    keptUntil: timestamp(keptUntil),
    deletedBy,
  };
}

function folderOf({ root, folder }: Pick<TrashEntry, "root" | "folder">): string {
  return folder === "" ? root : `${root}/${folder}`;
}
