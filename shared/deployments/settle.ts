import type { NoteCleanup } from "#shared/audit/api.ts";
import type { HostBuilds } from "#shared/builds/api.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord, ProcessStore } from "#shared/processes/api.ts";
import type { PutFileConfigs } from "./config/put-file-configs.ts";
import type { DeploymentEvents } from "./events/deployment-events.ts";
import { isJitSource, isPushed, type RemoteSource } from "./file-source.ts";
import type { HostBackups } from "./host-backups.ts";
import { jitBuildId } from "./jit-build-id.ts";
import { outcomeOf } from "./neighbours.ts";
import type { BatchRecord, DeploymentRecord } from "./record.ts";
import { endedDeployment, leftClosed } from "./rules.ts";
import type { OpenedDeployment, SealedDeployments } from "./sealed-deployments.ts";
import type { SourceServer } from "./source-server.ts";
import type { DeploymentStore } from "./store.ts";
import type { DeploymentLimits } from "./task-fields.ts";

interface SettleDependencies {
  readonly store: DeploymentStore;
  readonly sealed: Pick<SealedDeployments, "open">;
  readonly processes: Pick<ProcessStore, "get">;
  readonly backups: HostBackups;
  readonly host: Pick<HostBuilds, "removePushed">;
  readonly server: Pick<ServerCommands, "databases" | "change">;
  readonly sourceServer: (source: Pick<RemoteSource, "serverUrl" | "auth">) => SourceServer;
  /** Returns the number of deployments whose backups are kept (`maxDeploymentBackups`). Null: all. */
  readonly maxBackups: () => Promise<number | null>;
  readonly noteCleanup: NoteCleanup;
  /** Applies the file configurations of the build, and returns sentences about those that couldn't be applied. */
  readonly putFileConfigs: PutFileConfigs;
  readonly limits: Pick<DeploymentLimits, "keepsJitBuilds">;
  /** Calls the chained actions of a deployment once its last part has ended. */
  readonly sendChain: (part: DeploymentRecord) => Promise<void>;
  readonly clock: Clock;
  /** Publishes that a deployment has changed. */
  readonly announce: (id: number) => Promise<void>;
  readonly events: Pick<DeploymentEvents, "ended">;
}

/** Maximum number of deployments that are checked for surplus backups. */
const newestBatches = 200;

/** Returns the follow-up of an ended part. Repeatable. */
export function settleDeployment(dependencies: SettleDependencies) {
  const { store, sealed, processes, backups, host, server, sourceServer, putFileConfigs, limits } = dependencies;
  const { maxBackups, noteCleanup, sendChain, clock, announce, events } = dependencies;

  /** Opens files that parts left closed for later parts that failed: nothing else opens them. */
  const openLeftFiles = async (batch: BatchRecord, credential: OpenedDeployment["credential"]): Promise<void> => {
    const parts = await store.partsOf(batch);
    const ends = await Promise.all(parts.map(async (part) => ({ process: await processes.get(part.processId) })));
    if (ends.some(({ process }) => process !== undefined && process.endedAt === null)) return;
    const left = new Set(leftClosed(ends.map(outcomeOf)).map(normalizedDatabaseName));
    if (left.size === 0 || credential === undefined) return;
    const payloads = await Promise.all(parts.map(async ({ id }) => (await sealed.open(id))?.payload.fileOperations));
    const targets = payloads.flatMap((operations) => operations?.map(({ target }) => target) ?? []);
    for (const { id, filename, status } of await server.databases(credential)) {
      const name = normalizedDatabaseName(filename);
      if (!left.has(name) || status !== "CLOSED") continue;
      const target = targets.find(
        ({ fileName, encryptionKey }) => encryptionKey && normalizedDatabaseName(fileName) === name,
      );
      await server.change(credential, id, { status: "OPENED", key: target?.encryptionKey ?? "", saveKey: false });
    }
  };

  /**
   * Deletes a build that was made only for this part. Its server also deletes it eventually, so an unreachable server isn't a reason to
   * retry.
   */
  const removeJustInTimeBuild = async ({ payload }: OpenedDeployment): Promise<void> => {
    const { source } = payload;
    if (isJitSource(source) && !limits.keepsJitBuilds)
      await sourceServer(source).remove(jitBuildId(source.serverUrl, payload)).catch(onlyServiceError);
  };

  const removeOldBackups = async (): Promise<void> => {
    const most = await maxBackups();
    if (most === null) return;
    const kept: DeploymentRecord[][] = [];
    for (const batch of await store.newestBatches(newestBatches)) {
      const parts = (await store.partsOf(batch)).filter((part) => part.kept.length > 0);
      if (parts.length > 0) kept.push(parts);
    }
    const excess = kept.slice(most).flat();
    await backups.forget(excess.map(({ id }) => id));
    for (const { id } of excess) await store.change(id, (found) => ({ ...found, kept: [] }));
    await noteCleanup(
      "cleanUpDeploymentBackups",
      excess.map(({ id }) => `sub-deployment:${id}`),
    );
  };

  return async (process: ProcessRecord): Promise<void> => {
    const id = deploymentOf(process);
    const record = id === undefined ? undefined : await store.get(id);
    // The record was deleted, or another process runs the part now.
    if (record === undefined || record.processId !== process.id) return;
    const batch = await store.batch(record.batchId);
    const opened = await sealed.open(record.id);
    if (batch !== undefined) await openLeftFiles(batch, opened?.credential);
    const outcome = outcomeOf({ process });
    if (opened?.credential !== undefined) await removeJustInTimeBuild(opened);
    // An offline agent deletes the push once it is old.
    if (opened !== undefined && isPushed(opened.payload.source))
      await host.removePushed(process.id).catch(onlyServiceError);
    // Before the end is stored: if this fails, it is repeated, although the process already shows as ended.
    const isDone = process.endedAt !== null && outcome !== undefined && !record.isRehearsal;
    const remarks = isDone ? await putFileConfigs(outcome.configs) : [];
    await store.end(record.id, (found) =>
      found.status === null && found.processId === process.id
        ? endedDeployment(found, process, outcome, remarks, clock.now())
        : undefined,
    );
    await announce(record.batchId);
    await events.ended(record.id);
    await sendChain(record);
    // If this fails, the end of the next deployment deletes them: an offline agent isn't a reason to repeat this one.
    if ((outcome?.kept.length ?? 0) > 0) await removeOldBackups().catch(onlyServiceError);
  };
}

/** Returns the number of the part that a process runs. */
function deploymentOf({ objects }: ProcessRecord): number | undefined {
  const [, id] = objects.map((object) => /^sub-deployment:(\d+)$/.exec(object)).find((found) => found !== null) ?? [];
  return id === undefined ? undefined : Number(id);
}

function onlyServiceError(thrown: unknown): void {
  if (!(thrown instanceof ServiceError)) throw thrown;
}
