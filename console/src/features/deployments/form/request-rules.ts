import { sourceNamesOf } from "./files/file-operations.ts";
import { type DeploymentRequest, type Part, type PartStep, partSteps } from "./request.ts";
import { isScriptMissing } from "./script-rules.ts";
import { isSourceComplete, newSource } from "./sources/sources.ts";

export function newPart(): Part {
  return { source: newSource("service"), fileOperations: [] };
}

export function newRequest(): DeploymentRequest {
  return { label: "", deployments: [newPart()] };
}

/** Returns the incomplete steps of a part. */
export function missingIn(part: Part): readonly PartStep[] {
  const isMissing = {
    source: !isSourceComplete(part.source),
    files: areFilesMissing(part),
    options: [part.preDeploymentScript, part.postDeploymentScript].some(isScriptMissing),
  };
  return partSteps.filter((step) => isMissing[step]);
}

function areFilesMissing({ fileOperations }: Part): boolean {
  if (!Array.isArray(fileOperations)) return fileOperations.regex === "" || fileOperations.files.length === 0;
  return (
    fileOperations.length === 0 ||
    fileOperations.some((one) => one.operation === "migrate" && (one.clone.user === "" || one.dataSource.user === ""))
  );
}

/** Returns the request in the service's format. */
export function completed(request: DeploymentRequest): DeploymentRequest {
  return {
    ...request,
    deployments: request.deployments.map((part) =>
      part.source.type === "local"
        ? { ...part, source: { ...part.source, fileNames: sourceNamesOf(part.fileOperations) } }
        : part,
    ),
  };
}

/** Returns a request without its secrets, to be copied elsewhere. */
export function masked(request: DeploymentRequest): unknown {
  return JSON.parse(JSON.stringify(request, (name, value) => (secretNames.has(name) && value !== "" ? mask : value)));
}

/** Placeholder for a hidden secret. */
export const mask = "********";
const secretNames = new Set([
  "password",
  "apiKey",
  "token",
  "encryptionKey",
  "pass",
  "channelUrl",
  "webhookUrl",
  "headers",
  "url",
]);

/** Returns a pasted request. @throws SyntaxError */
export function pastedRequest(text: string): DeploymentRequest {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || !Array.isArray(value.deployments)) throw new SyntaxError("deployments");
  for (const part of value.deployments) {
    if (!isObject(part) || !isObject(part.source)) throw new SyntaxError("source");
    const { fileOperations: operations } = part;
    const files = isObject(operations) ? operations.files : operations;
    if (!Array.isArray(files) || !files.every((file) => isObject(file) && typeof file.operation === "string"))
      throw new SyntaxError("fileOperations");
  }
  // The service validates the fields: the plan names errors in them.
  return value as unknown as DeploymentRequest;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
