import * as z from "zod";
import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { DeployedFile, FileSource } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import { deploymentKind, type ProcessesAhead, turnSeconds, waitingSentence } from "#shared/builds/turn.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { JobKind, JobPlan, StepContext, StepEnd } from "#shared/jobs/job-kind.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import type { DeploymentSource, FileOperation, SubDeployment } from "./contract.ts";
import type { DeploymentRecord } from "./record.ts";
import { jitBuildId, sourceFileOf } from "./rules.ts";
import type { SourceServer } from "./source-server.ts";

export const deploymentPlan: JobPlan = {
  kind: deploymentKind,
  title: "Deploy",
  phases: ["connecting to source", "building", ...tasks["deployments.run"].phases],
  canAbort: true,
  isFollowedUp: true,
};

/** What is sealed for a process: what was asked for, and who asks FileMaker Server. */
export interface DeploymentSecrets {
  readonly deployment: number;
  readonly credential: AdminCredential;
  readonly payload: SubDeployment;
}

export const DeploymentInput = z.object({ sealed: z.string() });
export const inputContext = (processId: number) => ({ item: `processes|${processId}`, field: "sealed" });

type Fields = TaskFieldsFor<"deployments.run">;
type RemoteSource = Extract<DeploymentSource, { readonly serverUrl: string }>;

interface DeploymentJobDependencies {
  /** Offers the work to the agent. */
  readonly offer: (step: StepContext, work: "deployments.run", fields: () => Promise<Fields>) => Promise<StepEnd>;
  /** Whether the agent has taken it. */
  readonly isTaken: (step: StepContext) => boolean;
  readonly ahead: ProcessesAhead;
  readonly sourceServer: (source: Pick<RemoteSource, "serverUrl" | "auth">) => SourceServer;
  /** The part before this one that has failed, where this one is left out for it. */
  readonly leftOutFor: (deployment: number) => Promise<DeploymentRecord | undefined>;
  /** Keeps how it has ended. */
  readonly settle: (process: ProcessRecord) => Promise<void>;
  /** Networks beside the public ones that bytes may be fetched from. */
  readonly networks: readonly string[];
  readonly floorBytes: number;
  readonly vault: Pick<Vault, "open">;
  readonly clock: Clock;
}

/** What the source may take to make a build: then the step goes on in a new one. Milliseconds. */
const stepMs = 5 * 60_000;
const longestPauseMs = 2_000;
const defaultMessage = "This file is closed for a deployment.";
const JitCheckpoint = z.object({ isAsked: z.literal(true) });

/** A part of a deployment, when it is its turn: a build where one is to be made first, then the work on the host. */
export function deploymentJob(dependencies: DeploymentJobDependencies): JobKind {
  const { offer, isTaken, ahead, sourceServer, leftOutFor, settle, networks, floorBytes, vault, clock } = dependencies;

  /** Has the other server make a build, and waits for its end. Undefined: it takes longer than a step may. */
  const builtJustInTime = async (
    source: Extract<RemoteSource, { readonly type: "servicejit" | "otto4jit" }>,
    payload: SubDeployment,
    step: StepContext,
  ): Promise<boolean> => {
    const server = sourceServer(source);
    const buildId = jitBuildId(source.serverUrl, payload);
    await step.progress({ phase: "building", done: 0, total: null, unit: null });
    const until = clock.now() + stepMs;
    for (let pauseMs = 100; clock.now() < until; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const { status, message = status } = await server.status(buildId);
      if (status === "completed") return true;
      if (["failed", "crashed", "aborted"].includes(status)) throw new ServiceError("source_refused", { text: message });
      await clock.sleep(pauseMs, step.signal);
    }
    return false;
  };

  const zipOf = async (source: RemoteSource, buildId: string): Promise<FileSource> => {
    const build = await sourceServer(source).status(buildId);
    if (build.status !== "completed" || build.downloadUrl === "")
      throw new ServiceError("source_refused", { text: `the build ${buildId} is ${build.status}, and cannot be fetched` });
    const sizes = build.files.flatMap(({ fileName, size }) => (size === undefined ? [] : [[fileName, size]]));
    return {
      kind: "zip",
      // Where it says that it is reached may be a name of its own network: it is called as the administrator named it.
      token: new URL(pathOf(build.downloadUrl), source.serverUrl).href,
      build: buildId,
      sizeBytes: build.zipSize ?? null,
      sha256: build.sha256 ?? null,
      sizes: Object.fromEntries(sizes),
      networks: [...networks],
    };
  };

  const sourceOf = async ({ source, fileOperations, ...payload }: SubDeployment): Promise<FileSource | null> => {
    if (fileOperations.every(({ operation }) => operation === "close")) return null;
    switch (source.type) {
      case "service":
      case "otto4":
        return zipOf(source, source.buildId);
      case "servicejit":
      case "otto4jit":
        return zipOf(source, jitBuildId(source.serverUrl, { ...payload, source, fileOperations }));
      case "build_inbox":
        return { kind: "build", box: "inbox", build: source.buildId };
      case "backup":
        return { kind: "backup", deployment: source.deploymentId };
      case "local": {
        const { fileNames: files, folderPath: folder } = source;
        return { kind: "local", files, ...(folder !== undefined && { folder }) };
      }
    }
  };

  const fieldsOf = async ({ deployment, credential, payload }: DeploymentSecrets): Promise<Fields> => ({
    server: credential,
    deployment,
    source: await sourceOf(payload),
    files: payload.fileOperations.map(deployedFile),
    concurrency: payload.concurrency,
    message: payload.options.closeFilesMessage ?? defaultMessage,
    staysClosed: payload.options.keepFilesClosedAfterComplete ? "all" : [],
    opens: [],
    texts: payload.textFiles,
    floorBytes,
  });

  return {
    plan: deploymentPlan,
    isRepeatable: true,
    async run(step) {
      const { sealed } = DeploymentInput.parse(step.input);
      const secrets: DeploymentSecrets = JSON.parse(await vault.open(sealed, inputContext(step.processId)));
      if (isTaken(step)) return offer(step, "deployments.run", () => fieldsOf(secrets));
      const waitingFor = waitingSentence(await ahead(step.processId));
      if (waitingFor !== undefined) return { waitingFor, againSeconds: turnSeconds };
      const failed = await leftOutFor(secrets.deployment);
      if (failed !== undefined)
        throw new ServiceError("source_refused", { text: `it was left out, for ${failed.name ?? `part ${failed.place + 1}`} before it has failed` });
      const { payload } = secrets;
      await step.progress({ phase: "connecting to source" });
      if (payload.source.type === "servicejit" || payload.source.type === "otto4jit") {
        if (!JitCheckpoint.safeParse(step.checkpoint).success) {
          await sourceServer(payload.source).startBuild(jitRequest(payload.source, payload));
          await step.log("info", `Asked ${new URL(payload.source.serverUrl).host} for a build`);
          return { next: { isAsked: true } };
        }
        if (!(await builtJustInTime(payload.source, payload, step))) return { next: { isAsked: true } };
      }
      return offer(step, "deployments.run", () => fieldsOf(secrets));
    },
    followUp: settle,
  };
}

/** The build that a deployment needs of another server. */
function jitRequest(source: Extract<RemoteSource, { readonly type: "servicejit" | "otto4jit" }>, payload: SubDeployment) {
  const files = new Map(
    payload.fileOperations.flatMap((operation) => {
      const file = sourceFileOf(operation);
      if (file === undefined) return [];
      const account = operation.operation === "migrate" ? { user: operation.clone.user, password: operation.clone.password } : {};
      return [[file.fileName, { fileName: file.fileName, clone: file.isClone, ...account }] as const];
    }),
  );
  return {
    ...source.buildOptions,
    buildId: jitBuildId(source.serverUrl, payload),
    files: [...files.values()],
    force: true,
  };
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

function deployedFile(operation: FileOperation): Fields["files"][number] {
  switch (operation.operation) {
    case "migrate": {
      const { "-target_locale": locale, "-force": _force, "-v": _verbose, ...flags } = operation.dataMigrationOptions ?? {};
      return {
        operation: "migrate",
        clone: withAccount(operation.clone),
        dataSource: withAccount(operation.dataSource),
        target: withKey(operation.target),
        flags: Object.entries(flags).flatMap(([flag, isSet]) => (isSet === true ? [flag] : [])) as Extract<DeployedFile, { operation: "migrate" }>["flags"],
        ...(locale !== undefined && { locale }),
      };
    }
    case "install": {
      const { folder, subFolder } = operation.location;
      return {
        operation: "install",
        source: withKey(operation.source),
        target: withKey(operation.target),
        overwrite: operation.overwrite,
        folder,
        ...(subFolder !== undefined && { subfolder: subFolder }),
      };
    }
    case "replace":
      return { operation: "replace", source: withKey(operation.source), target: withKey(operation.target) };
    case "close":
      return { operation: "close", target: withKey(operation.target) };
  }
}

interface KeyedFile {
  readonly fileName: string;
  readonly encryptionKey?: string | undefined;
}

function withKey({ fileName, encryptionKey }: KeyedFile) {
  return { file: fileName, ...(encryptionKey !== undefined && { encryptionKey }) };
}

function withAccount({ user, password, ...file }: KeyedFile & { readonly user: string; readonly password: string }) {
  return { ...withKey(file), username: user, password };
}
