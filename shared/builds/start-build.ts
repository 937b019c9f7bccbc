import { longestManifest } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { scriptRun } from "#shared/agent/protocol/tasks/script-run.ts";
import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import type { AdministratorOf, Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { refuseMasks } from "#shared/contract/values/kept-secrets.ts";
import { chainOf, type ScheduleInfo, scheduleInfo } from "#shared/contract/values/release-shapes.ts";
import { stateOf } from "#shared/filemaker/commands/database-state.ts";
import type { ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { ScheduledJobs } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { StartMoment } from "#shared/schedules/api.ts";
import { buildPlan } from "./build-job.ts";
import type { FileConfig } from "./config/contract.ts";
import type { FileConfigOf } from "./config/file-configs.ts";
import type { BuildInput, BuildRequest } from "./contract.ts";
import type { BuildPublishing } from "./publishing.ts";
import type { BuildRecord } from "./record.ts";
import { zipArchiveOf } from "./rules.ts";
import { type BuildStore, requestContext } from "./store.ts";

/** Rejects a build that can't be published there. */
export type CheckDestination = BuildPublishing["check"];

interface StartDependencies {
  readonly store: BuildStore;
  readonly server: ServerCommands;
  /** Returns the account that FileMaker Server copies files for. */
  readonly administrator: AdministratorOf;
  readonly jobs: () => Pick<ScheduledJobs, "accept">;
  /** Returns the input of an agent's process, sealed to that process. */
  readonly taskInput: (
    work: "builds.make",
    fields: TaskFieldsFor<"builds.make">,
  ) => (processId: number) => Promise<unknown>;
  /** Returns the start time of work that is scheduled for later. */
  readonly startMoment: StartMoment;
  readonly checkDestination: CheckDestination;
  readonly configOf: FileConfigOf;
  /** Default time limit of scripts, in seconds. */
  readonly scriptSeconds: number;
  /** Minimum free space on the host's disks, in bytes. */
  readonly floorBytes: number;
  readonly vault: Pick<Vault, "seal">;
  readonly clock: Clock;
}

/** Origin of a build that isn't started by a caller. */
interface Origin {
  /** Name shown in processes. */
  readonly startedBy: string;
  /** Idempotency key. A build with a key is made once. */
  readonly key: string;
  readonly scheduleId: string;
}

export type StartBuild = (input: BuildInput, call: Pick<Call, "caller">, origin?: Origin) => Promise<StartedBuild>;

interface StartedBuild {
  readonly record: BuildRecord;
  /** Start time, if that is later. */
  readonly schedule: ScheduleInfo | undefined;
}

/** Id of builds without a name. */
export const unnamed = "build_id_missing";

export function startBuild(dependencies: StartDependencies): StartBuild {
  const {
    store,
    server,
    administrator,
    jobs,
    taskInput,
    startMoment,
    checkDestination,
    configOf,
    scriptSeconds,
    floorBytes,
    vault,
    clock,
  } = dependencies;

  /** Returns the requested hosted files with the server's spelling of their names. @throws ServiceError */
  const hostedNames = async ({ files, preBuildScript }: BuildInput, call: Pick<Call, "caller">) => {
    const credential = await administrator(call as Call);
    const rows = new Map(
      (await server.databases(credential)).map((row) => [normalizedDatabaseName(row.filename), row]),
    );
    const needed = [...files.map(({ fileName }) => fileName), ...(preBuildScript ? [preBuildScript.file.name] : [])];
    const missing = needed.filter((fileName) => !rows.has(normalizedDatabaseName(fileName)));
    if (missing.length > 0) throw new ServiceError("database_not_found", { response: { files: missing } });
    const found = files.flatMap(({ fileName }) => rows.get(normalizedDatabaseName(fileName)) ?? []);
    if (new Set(found.map(({ filename }) => filename)).size < found.length)
      throw new ServiceError("input_invalid", { text: "`files`: must not name a file twice" });
    // FileMaker Server copies open files with a program that needs an account, not a token.
    if ("token" in credential && found.some(({ status }) => stateOf(status) !== "closed"))
      throw new ServiceError("account_needed");
    return { credential, names: found.map(({ filename }) => filename) };
  };

  return async (input, call, origin) => {
    await refuseUnavailable(input, checkDestination);
    const buildId = input.buildId ?? unnamed;
    const before = await store.named(buildId);
    const isThere = before !== undefined && (before.existsInOutbox || before.status === null);
    if (isThere && !input.force) throw new ServiceError("build_exists", { response: { ottofmsId: before.id } });
    const startAt = input.scheduled ? await startMoment(input.timestamp, clock.now()) : undefined;
    const { credential, names } = await hostedNames(input, call);

    const id = await store.nextId();
    const { preBuildScript } = input;
    const configs = await Promise.all(names.map((name) => configOf(name, input.fileConfig)));
    const manifest = JSON.stringify(manifestOf(input, { buildId, id, names, configs }));
    if (manifest.length > longestManifest) throw new ServiceError("build_too_long");
    const fields = {
      server: credential,
      build: buildId,
      files: input.files.map(({ clone, user, password, encryptionKey }, index) => ({
        file: names[index] ?? "",
        isClone: clone,
        ...(user !== undefined && { username: user }),
        ...(password !== undefined && { password }),
        ...(encryptionKey !== undefined && { encryptionKey }),
      })),
      withContainers: input.includeContainerData,
      isZipped: input.zipFiles,
      level: input.compressionLevel,
      memoryLevel: input.memoryLevel,
      force: input.force,
      manifest,
      floorBytes,
      before:
        preBuildScript === undefined
          ? null
          : scriptRun(preBuildScript, { isDecisive: preBuildScript.stopBuildOnFail, usualSeconds: scriptSeconds }),
    };
    const startedBy = origin?.startedBy ?? callerName(call.caller);
    const title = `${buildPlan.title} ${buildId}`.slice(0, 200);
    const schedule = startAt === undefined ? undefined : scheduleInfo(`build-${id}`, title, startAt);
    const inputOf = taskInput("builds.make", fields);
    let made: BuildRecord | undefined;
    const processId = await jobs().accept({
      plan: { ...buildPlan, title },
      async inputOf(processId) {
        const now = clock.now();
        made = {
          ...{ schema: 1, id, buildId, processId, createdAt: now, updatedAt: now, startedAt: null },
          ...{ status: null, message: null, hasErrors: false, existsInOutbox: false },
          ...{ isZipped: input.zipFiles, zipSize: null, sha256: null },
          files: input.files.map(({ clone }, index) => ({ fileName: names[index] ?? "", clone })),
          sealedRequest: await vault.seal(JSON.stringify(input), requestContext(id)),
          ...{ startedBy, scheduleId: schedule?.id ?? origin?.scheduleId ?? null, publishedBy: [] },
          ...{ chain: chainOf(input.chainedAction).length === 0 ? "none" : "waiting", chainResults: [] },
        };
        // Stored before the process exists, because that can begin and end immediately.
        await store.create(made);
        return inputOf(processId);
      },
      startedBy,
      key: origin?.key,
      startAt,
    });
    if (made?.processId === processId) return { record: made, schedule };
    // The build was already accepted under its key.
    if (made !== undefined) await store.remove(made);
    const record = await store.ofProcess(processId);
    if (record === undefined) throw new ServiceError("build_not_found");
    return { record, schedule };
  };
}

/**
 * Rejects a build with masked secrets or an invalid destination.
 * @throws ServiceError secret_masked, and the errors of `checkDestination`
 */
export async function refuseUnavailable(input: BuildRequest, checkDestination: CheckDestination): Promise<void> {
  refuseMasks(input);
  const { buildId, publish } = input;
  for (const destination of publish?.destinations ?? []) await checkDestination(buildId ?? unnamed, destination);
}

interface Named {
  readonly configs: readonly (FileConfig | undefined)[];
  readonly buildId: string;
  readonly id: number;
  readonly names: readonly string[];
}

/** Returns the manifest with everything known before the files are made. It contains accounts and keys only on request. */
function manifestOf(input: BuildInput, { buildId, id, names, configs }: Named): Readonly<Record<string, unknown>> {
  const { files, textFiles, includeCredentialsInManifest: withCredentials } = input;
  const { preDeploymentScript, postDeploymentScript, zipFiles: isZipped } = input;
  const scripts = { preDeploymentScript, postDeploymentScript };
  return {
    status: "started",
    buildId,
    zipArchive: zipArchiveOf({ buildId, isZipped }),
    ...(textFiles.length > 0 && { textFiles }),
    files: files.map(({ clone, user, password, encryptionKey }, index) => ({
      fileName: names[index],
      clone,
      ...(withCredentials && { user, password, encryptionKey }),
      ...(configs[index] !== undefined && { config: configs[index] }),
    })),
    ottofmsId: id,
    ...(withCredentials && scripts),
  };
}
