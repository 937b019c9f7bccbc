import type { FileOperation, SubDeployment } from "#shared/deployments/request/contract.ts";
import { deploymentMessages } from "../../messages/english/deployments.ts";
import type { AskedDeployment, DeploymentPart } from "./deployments.ts";
import type { Beginning } from "./form/beginning.ts";
import type { DeploymentRequest } from "./form/request.ts";

const text = deploymentMessages.page;

/** Returns the request of a part, as the service has stored it: its secrets are masked. */
export function askedFor({ deployment_payload }: Pick<DeploymentPart, "deployment_payload">): SubDeployment {
  return deployment_payload as SubDeployment;
}

/** Returns a deployment's request as the initial value of a new one: its secrets are masked and stay in the service. */
export function copyOf({ id, name, parts, abortRemaining, chainedActions }: AskedDeployment): Beginning {
  const request = { label: name, deployments: parts.map(askedFor), abortRemaining };
  const chainedAction = chainedActions as NonNullable<DeploymentRequest["chainedAction"]>;
  return {
    request: chainedActions.length === 0 ? request : { ...request, chainedAction },
    secretsOf: { kind: "deployment", id },
  };
}

/** Returns the hosted files that parts change or close. */
export function hostedFilesOf(parts: readonly Pick<DeploymentPart, "deployment_payload">[]): readonly string[] {
  return [
    ...new Set(parts.flatMap((part) => askedFor(part).fileOperations.map(({ target }) => fullName(target.fileName)))),
  ];
}

/** Returns the source file of an operation; undefined if it has none. */
export function sourceFileOf(operation: FileOperation): string | undefined {
  if (operation.operation === "close") return undefined;
  return fullName(operation.operation === "migrate" ? operation.clone.fileName : operation.source.fileName);
}

/** Returns a file's name with extension, as in lists of hosted files. */
export function fullName(name: string): string {
  return /\.fmp12$/i.test(name) ? name : `${name}.fmp12`;
}

/** Returns a readable text for the source of the files. */
export function sourceText({ source }: SubDeployment): string {
  switch (source.type) {
    case "service":
    case "otto4":
      return text.sources.build(source.buildId, source.serverUrl);
    case "servicejit":
    case "otto4jit":
      return text.sources.justInTime(source.serverUrl);
    case "local":
      return text.sources.local;
    case "build_inbox":
      return text.sources.inbox(source.buildId);
    case "backup":
      return text.sources.backup(source.deploymentId);
    case "url":
    case "file_urls":
      return text.sources.address;
    case "offsite_storage":
    case "offsite_backup":
      return text.sources.offsite;
  }
}
