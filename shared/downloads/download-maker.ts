import type { DownloadKind } from "#shared/agent/protocol/tasks/download-tasks.ts";
import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import type { AdministratorOf, Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { fileObjects, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { stateOf } from "#shared/filemaker/commands/database-state.ts";
import type { ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { Jobs } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { DiskSpaceCheck } from "#shared/server/api.ts";
import type { RequestedFile } from "./contract.ts";
import { downloadPlan } from "./plan.ts";
import type { DownloadRecord } from "./record.ts";
import { bytesNeeded, nameOf } from "./rules.ts";
import type { DownloadStore } from "./store.ts";

interface MakerDependencies {
  readonly store: DownloadStore;
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
  readonly jobs: () => Pick<Jobs, "accept">;
  /** Returns the input of an agent's process, sealed to that process. */
  readonly taskInput: (
    work: "files.download",
    fields: TaskFieldsFor<"files.download">,
  ) => (processId: number) => Promise<unknown>;
  readonly diskSpaceCheck: DiskSpaceCheck;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Requested download. */
interface DownloadRequest {
  readonly kind: DownloadKind;
  readonly files: readonly RequestedFile[];
  readonly isZipped: boolean;
  readonly concurrency?: number;
  readonly withInfo?: boolean;
  readonly toDocuments?: boolean;
  readonly seconds: number;
}

/** Starts making a download. */
export type DownloadMaker = (request: DownloadRequest, call: Pick<Call, "caller">) => Promise<DownloadRecord>;

/** Time in milliseconds for which files are kept after their links expire, so that running downloads can finish. */
const keptAfterExpiryMs = 60 * 60_000;

export function downloadMaker(dependencies: MakerDependencies): DownloadMaker {
  const { store, server, administrator, jobs, taskInput, diskSpaceCheck, clock, ids } = dependencies;

  return async (request, call) => {
    const { kind, isZipped, concurrency = 1, withInfo = false, toDocuments = false, seconds } = request;
    const credential = await administrator(call as Call);
    const rows = new Map(
      (await server.databases(credential)).map((row) => [normalizedDatabaseName(row.filename), row]),
    );
    const missing = request.files.filter(({ file }) => !rows.has(normalizedDatabaseName(file)));
    if (missing.length > 0)
      throw new ServiceError("database_not_found", { response: { files: missing.map(({ file }) => file) } });
    const found = request.files.flatMap(({ file }) => rows.get(normalizedDatabaseName(file)) ?? []);
    // FileMaker Server copies open files with a program that needs an account, not a token.
    if ("token" in credential && found.some(({ status }) => stateOf(status) !== "closed"))
      throw new ServiceError("account_needed");
    await diskSpaceCheck("backups", bytesNeeded(kind, isZipped, found));

    const now = clock.now();
    const names = found.map(({ filename }) => filename);
    const name = nameOf(kind, names, isZipped);
    const id = ids.uuid();
    const expiresAt = now + seconds * 1000;
    const files = request.files.map((file, index) => ({ ...given(file), file: names[index] ?? file.file }));
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
      keptUntil: expiresAt + keptAfterExpiryMs,
      floorBytes: diskSpaceCheck.floorBytes,
    };
    const processId = await jobs().accept({
      plan: {
        ...downloadPlan,
        title: `${downloadPlan.title} ${names.join(", ")}`.slice(0, 200),
        objects: fileObjects(names),
      },
      inputOf: taskInput("files.download", fields),
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

/** Returns the fields without undefined ones, because they are sent as JSON. */
function given(file: RequestedFile): TaskFieldsFor<"files.download">["files"][number] {
  return Object.fromEntries(Object.entries(file).filter(([, value]) => value !== undefined)) as {
    readonly file: string;
  };
}
