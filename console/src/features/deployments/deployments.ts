import type { OutputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";
import { deploymentMessages as text } from "../../messages/deployments.ts";

type Batch = OutputOf<"GET /svc/api/deployment/batches">["batches"][number];
export type DeploymentPart = Omit<
  Extract<Batch, { readonly type: "sub-deployment" }>,
  "type" | "batchId" | "schedule_id" | "recipe_id"
>;

export type ReadBatch = OutputOf<"GET /svc/api/deployment/{id}">["batches"];

/** A deployment as a whole, with one part or several. */
export interface Deployment {
  readonly id: number;
  readonly name: string;
  /** The recipe that it is a run of. */
  readonly recipeId: number | null;
  readonly parts: readonly DeploymentPart[];
}

/** A deployment with what was asked for beside its parts. */
export interface AskedDeployment extends Deployment {
  readonly abortRemaining: boolean;
  /** What is called at its end, its secrets masked. */
  readonly chainedActions: ReadBatch["chained_actions"];
}

/** What the reads below have to be asked again for when one is started, changed or deleted. */
export const deploymentReads = [
  "GET /svc/api/deployment/batches",
  "GET /svc/api/deployment/{id}",
  "GET /svc/api/deployment/backups",
  "GET /svc/api/processes",
  "GET /svc/api/audit",
] as const;

/** Where nothing tells of changes, a deployment under way is read again so often. */
export const refreshMs = 5_000;

/** The newest deployments, that first. */
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

/** How long it took. Undefined: it has not begun, or is not at its end. Milliseconds. */
export function tookMs(parts: readonly DeploymentPart[]): number | undefined {
  const begun = parts.flatMap(({ started_at }) => (started_at === null ? [] : [Date.parse(started_at)]));
  if (begun.length === 0 || parts.some(isOpen)) return undefined;
  return Math.max(...parts.map(({ updated_at }) => Date.parse(updated_at))) - Math.min(...begun);
}

/** How long files were closed in all of its parts. Undefined: not known. Milliseconds. */
export function closedMs(parts: readonly DeploymentPart[]): number | undefined {
  const known = parts.flatMap(({ closed_ms }) => (closed_ms === null ? [] : [closed_ms]));
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
}

/** Whether all of it went well. */
export function isSuccessful({ parts }: Deployment): boolean {
  return parts.every(({ final_result }) => final_result === "successful");
}

/** The successful runs of a recipe that were no rehearsals, the oldest first. */
export function runsOfRecipe(all: readonly Deployment[], recipe: number): readonly Deployment[] {
  return all.filter((one) => one.recipeId === recipe && !isRehearsed(one) && isSuccessful(one)).toReversed();
}

function isRehearsed({ parts }: Pick<Deployment, "parts">): boolean {
  return parts.every(({ rehearsal }) => rehearsal);
}

/** The successful runs of the same name, the oldest first. */
export function runsOfName(all: readonly Deployment[], one: Deployment): readonly Deployment[] {
  return all
    .filter((other) => other.name === one.name && isRehearsed(other) === isRehearsed(one) && isSuccessful(other))
    .toReversed();
}
