import { type DeployedFile, type FileSource, MigrationFlag } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { scriptRun } from "#shared/agent/protocol/tasks/script-run.ts";
import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import type { FileOperation, SubDeployment } from "./request/contract.ts";

export type DeploymentTaskFields = TaskFieldsFor<"deployments.run">;

/** Facts for the agent, in addition to the request. */
interface TaskFacts {
  readonly credential: AdminCredential;
  readonly deployment: number;
  readonly source: FileSource | null;
  /** Files that later parts need closed. */
  readonly staysClosed: readonly string[];
  /** Files that earlier parts left closed. */
  readonly leftClosed: readonly string[];
  readonly floorBytes: number;
  readonly isRehearsal: boolean;
  readonly limits: DeploymentLimits;
}

/** Defaults of deployments that don't set their own limits. */
export interface DeploymentLimits {
  /** Time limit of scripts, in seconds. */
  readonly preDeploymentScriptSeconds: number;
  readonly postDeploymentScriptSeconds: number;
  /** Time limit of a build that another server makes for the deployment, in seconds. */
  readonly jitBuildSeconds: number;
  /** True if such builds stay on their server. */
  readonly keepsJitBuilds: boolean;
}

const defaultMessage = "This file is closing for a deployment.";

/** Returns the task of a part for the agent. */
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
