import type { OutputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";
import { deploymentMessages as text } from "../../messages/english/deployments.ts";

type Batch = OutputOf<"GET /svc/api/deployment/batches">["batches"][number];
export type DeploymentPart = Omit<
  Extract<Batch, { readonly type: "sub-deployment" }>,
  "type" | "batchId" | "schedule_id" | "recipe_id"
>;

export type ReadBatch = OutputOf<"GET /svc/api/deployment/{id}">["batches"];

/** Deployment with one or several parts. */
export interface Deployment {
  readonly id: number;
  readonly name: string;
  /** Recipe that this deployment is a run of. */
  readonly recipeId: number | null;
  readonly parts: readonly DeploymentPart[];
}

/** Deployment with the fields of its request that aren't in its parts. */
export interface AskedDeployment extends Deployment {
  readonly abortRemaining: boolean;
  /** Calls at its end, with masked secrets. */
  readonly chainedActions: ReadBatch["chained_actions"];
}

/** Queries to refetch after a deployment was started, changed or deleted. */
export const deploymentReads = [
  "GET /svc/api/deployment/batches",
  "GET /svc/api/deployment/{id}",
  "GET /svc/api/deployment/backups",
  "GET /svc/api/processes",
  "GET /svc/api/audit",
] as const;

/** Refresh interval of a running deployment when there is no event stream. */
export const refreshMs = 5_000;

/** Newest deployments, newest first. */
export const newestDeployments = {
  ...reading("GET /svc/api/deployment/batches", { limit: 100 }),
  select: ({ batches }: OutputOf<"GET /svc/api/deployment/batches">): readonly Deployment[] => batches.map(wholeOf),
};

function wholeOf(batch: Batch): Deployment {
  const parts = batch.type === "batch" ? batch.deployments : [batch];
  const label = batch.type === "batch" ? batch.label : batch.name;
  return { id: batch.batchId, name: label || text.unnamed(batch.batchId), recipeId: batch.recipe_id, parts };
}

export function partName({ id, name }: Pick<DeploymentPart, "id" | "name">): string {
  return name || text.unnamedPart(id);
}

export function isOpen({ final_result }: Pick<DeploymentPart, "final_result">): boolean {
  return final_result === null;
}

/** Returns the duration in milliseconds; undefined if the deployment hasn't started or ended. */
export function tookMs(parts: readonly DeploymentPart[]): number | undefined {
  const begun = parts.flatMap(({ started_at }) => (started_at === null ? [] : [Date.parse(started_at)]));
  if (begun.length === 0 || parts.some(isOpen)) return undefined;
  return Math.max(...parts.map(({ updated_at }) => Date.parse(updated_at))) - Math.min(...begun);
}

/** Returns the total time in milliseconds for which files were closed in all parts; undefined if unknown. */
export function closedMs(parts: readonly DeploymentPart[]): number | undefined {
  const known = parts.flatMap(({ closed_ms }) => (closed_ms === null ? [] : [closed_ms]));
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
}

/** Returns true if all parts were successful. */
export function isSuccessful({ parts }: Deployment): boolean {
  return parts.every(({ final_result }) => final_result === "successful");
}

/** Returns the successful runs of a recipe, oldest first, without rehearsals. */
export function runsOfRecipe(all: readonly Deployment[], recipe: number): readonly Deployment[] {
  return all.filter((one) => one.recipeId === recipe && !isRehearsed(one) && isSuccessful(one)).toReversed();
}

function isRehearsed({ parts }: Pick<Deployment, "parts">): boolean {
  return parts.every(({ rehearsal }) => rehearsal);
}

/** Returns the successful runs with the same name, oldest first. */
export function runsOfName(all: readonly Deployment[], one: Deployment): readonly Deployment[] {
  return all
    .filter((other) => other.name === one.name && isRehearsed(other) === isRehearsed(one) && isSuccessful(other))
    .toReversed();
}
