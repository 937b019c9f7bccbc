import type { DownloadKind } from "../../contract/agent/download-works.ts";
import type { WorkFieldsFor } from "../../contract/agent/work.ts";
import type { Call } from "../../contract/call.ts";
import { callerName } from "../../contract/caller-name.ts";
import { foldedDatabaseName } from "../../contract/database-name.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { ServerCommands } from "../../filemaker/server-commands.ts";
import type { Jobs } from "../../jobs/accept.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import { stateOf } from "../database-rules.ts";
import type { AdministratorOf } from "../database-service.ts";
import type { Room } from "../disk/room.ts";
import type { Wanted } from "./contract.ts";
import { downloadPlan } from "./plan.ts";
import type { DownloadRecord } from "./record.ts";
import { bytesNeeded, nameOf } from "./rules.ts";
import type { DownloadStore } from "./store.ts";

interface MakerDependencies {
  readonly store: DownloadStore;
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
  readonly jobs: () => Pick<Jobs, "accept">;
  /** The input of a process whose work the agent does, sealed to it. */
  readonly workInput: (
    work: "files.download",
    fields: WorkFieldsFor<"files.download">,
  ) => (processId: number) => Promise<unknown>;
  readonly room: Room;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A download that somebody wants. */
interface DownloadWish {
  readonly kind: DownloadKind;
  readonly files: readonly Wanted[];
  readonly isZipped: boolean;
  readonly concurrency?: number;
  readonly withInfo?: boolean;
  readonly toDocuments?: boolean;
  readonly seconds: number;
}

/** Has downloads made. */
export type DownloadMaker = (wish: DownloadWish, call: Pick<Call, "caller">) => Promise<DownloadRecord>;

/** An outcome is kept for a while behind its links: a download that has begun comes to its end. Milliseconds. */
const behindMs = 60 * 60_000;

export function downloadMaker(dependencies: MakerDependencies): DownloadMaker {
  const { store, server, administrator, jobs, workInput, room, clock, ids } = dependencies;

  return async (wish, call) => {
    const { kind, isZipped, concurrency = 1, withInfo = false, toDocuments = false, seconds } = wish;
    const credential = await administrator(call as Call);
    const rows = new Map((await server.databases(credential)).map((row) => [foldedDatabaseName(row.filename), row]));
    const missing = wish.files.filter(({ file }) => !rows.has(foldedDatabaseName(file)));
    if (missing.length > 0)
      throw new ServiceError("database_not_found", { response: { files: missing.map(({ file }) => file) } });
    const found = wish.files.flatMap(({ file }) => rows.get(foldedDatabaseName(file)) ?? []);
    // FileMaker Server copies open files for an account, by a program that takes no token.
    if ("token" in credential && found.some(({ status }) => stateOf(status) !== "closed"))
      throw new ServiceError("account_needed");
    await room("backups", bytesNeeded(kind, isZipped, found));

    const now = clock.now();
    const names = found.map(({ filename }) => filename);
    const name = nameOf(kind, names, isZipped);
    const id = ids.uuid();
    const expiresAt = now + seconds * 1000;
    const files = wish.files.map((file, place) => ({ ...given(file), file: names[place] ?? file.file }));
    const fields = {
      server: credential,
      download: id,
      kind,
      files,
      name,
      isZipped,
      concurrency,
      withInfo,
      toDocuments,
      keptUntil: expiresAt + behindMs,
      floorBytes: room.floorBytes,
    };
    const processId = await jobs().accept({
      plan: { ...downloadPlan, title: `${downloadPlan.title} ${names.join(", ")}`.slice(0, 200) },
      inputOf: workInput("files.download", fields),
      startedBy: callerName(call.caller),
    });
    const keyId = call.caller.kind === "admin-key" ? call.caller.keyId : null;
    const record: DownloadRecord = {
      schema: 1,
      id,
      kind,
      files: names,
      name,
      processId,
      keyId,
      createdAt: now,
      expiresAt,
    };
    await store.create(record);
    return record;
  };
}

/** Without what was left out: fields travel as JSON. */
function given(file: Wanted): WorkFieldsFor<"files.download">["files"][number] {
  return Object.fromEntries(Object.entries(file).filter(([, value]) => value !== undefined)) as {
    readonly file: string;
  };
}
