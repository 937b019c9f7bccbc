import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { chainOf } from "#shared/contract/values/release-shapes.ts";
import { checkPart } from "../part-rules.ts";
import { withEachFile } from "../regex-operations.ts";
import type { DeploymentRequest } from "../request/contract.ts";
import { filesOf } from "../rules.ts";
import type { NewDeployment } from "../start-deployment.ts";
import type { RecipeRecord } from "./record.ts";

/** Maximum size of a request in bytes. Sealed, it must fit into one item of the store. */
const maxBytes = 200_000;

/** Rejects a request that could never start. @throws ServiceError recipe_too_long, not_configured, input_invalid, deployment_too_long */
export function checkRequest(request: DeploymentRequest): void {
  if (Buffer.byteLength(JSON.stringify(request)) > maxBytes) throw new ServiceError("recipe_too_long");
  for (const part of request.deployments.map(withEachFile)) checkPart(part);
}

/** Returns the hosted files of a deployment without duplicates. */
export function filesOfRequest({ deployments }: DeploymentRequest): string[] {
  const names = deployments.map(withEachFile).flatMap(filesOf);
  return [...new Map(names.map((name) => [normalizedDatabaseName(name), fullDatabaseName(name)])).values()];
}

/** Returns the offsite locations that a deployment reads or writes, without duplicates. */
export function locationsOfRequest(request: DeploymentRequest): string[] {
  return [...new Set(locationsIn(request))];
}

/** Returns the builds in this server's inbox that a deployment installs, without duplicates. */
export function buildsOfRequest({ deployments }: DeploymentRequest): string[] {
  return [...new Set(deployments.flatMap(({ source }) => (source.type === "build_inbox" ? [source.buildId] : [])))];
}

/** Every place of a request that names an offsite location uses this field. */
function locationsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "remote_name" && typeof inner === "string" ? [inner] : locationsIn(inner),
  );
}

/** Returns the deployment for a run of a recipe. */
export function newRun({ id, name }: RecipeRecord, request: DeploymentRequest): Omit<NewDeployment, "scheduled"> {
  return {
    label: request.label || name,
    parts: request.deployments.map(withEachFile),
    abortsRemaining: request.abortRemaining,
    isRehearsal: request.rehearse,
    chain: chainOf(request.chainedAction),
    recipeId: id,
  };
}
