import { type DeployedFile, type FileSource, MigrationFlag } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { scriptRun } from "#shared/agent/protocol/tasks/script-run.ts";
import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import type { FileOperation, SubDeployment } from "./request/contract.ts";

export type DeploymentTaskFields = TaskFieldsFor<"deployments.run">;

/** What a part of a deployment asks of the agent, beside what it is about. */
interface TaskFacts {
  readonly credential: AdminCredential;
  readonly deployment: number;
  readonly source: FileSource | null;
  /** Files that parts behind it need closed. */
  readonly staysClosed: readonly string[];
  /** Files that parts before it have left closed. */
  readonly leftClosed: readonly string[];
  readonly floorBytes: number;
  readonly isRehearsal: boolean;
  readonly limits: DeploymentLimits;
}

/** What a deployment has where it names nothing of its own. */
export interface DeploymentLimits {
  /** How long scripts may run. */
  readonly preDeploymentScriptSeconds: number;
  readonly postDeploymentScriptSeconds: number;
  /** How long it waits for a build that another server makes for it. */
  readonly jitBuildSeconds: number;
  /** Whether such a build stays on its server. */
  readonly keepsJitBuilds: boolean;
}

const defaultMessage = "This file is closed for a deployment.";

/** A part of a deployment as the agent is asked for it. */
export function deploymentTask(payload: SubDeployment, facts: TaskFacts): DeploymentTaskFields {
  const { credential: server, deployment, source, staysClosed, leftClosed, floorBytes, isRehearsal, limits } = facts;
  const { fileOperations, concurrency, options, preDeploymentScript: before, postDeploymentScript: after } = payload;
  return {
    server,
    deployment,
    source,
    files: fileOperations.map(deployedFile),
    concurrency,
    message: options.closeFilesMessage ?? defaultMessage,
    staysClosed: [...staysClosed],
    keepsClosed: options.keepFilesClosedAfterComplete,
    opens: leftClosed.map((file) => ({ file })),
    floorBytes,
    withContainers: options.transferContainerData,
    isRehearsal,
    before:
      before === undefined
        ? null
        : scriptRun(before, { isDecisive: before.abortIfScriptFails, usualSeconds: limits.preDeploymentScriptSeconds }),
    after:
      after === undefined
        ? null
        : scriptRun(after, {
            isDecisive: after.rollbackIfScriptFails,
            usualSeconds: limits.postDeploymentScriptSeconds,
          }),
    usualScriptSeconds: { before: limits.preDeploymentScriptSeconds, after: limits.postDeploymentScriptSeconds },
  };
}

export function deployedFile(operation: FileOperation): DeployedFile {
  switch (operation.operation) {
    case "migrate": {
      const { clone, dataSource, target, dataMigrationOptions: options } = operation;
      const locale = options?.["-target_locale"];
      return {
        operation: "migrate",
        clone: withAccount(clone),
        dataSource: withAccount(dataSource),
        target: withKey(target),
        flags: MigrationFlag.options.filter((flag) => options?.[flag] === true),
        ...(locale !== undefined && { locale }),
      };
    }
    case "install": {
      const { source, target, overwrite, location } = operation;
      const { folder, subFolder: subfolder } = location;
      return {
        operation: "install",
        source: withKey(source),
        target: withKey(target),
        overwrite,
        folder,
        ...(subfolder !== undefined && { subfolder }),
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
