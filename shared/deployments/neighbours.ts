import { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord, ProcessStore } from "#shared/processes/api.ts";
import type { DeploymentRecord } from "./record.ts";
import { endedDeployment, filesOf, leftClosed } from "./rules.ts";
import type { SealedDeployments } from "./sealed-deployments.ts";
import type { DeploymentStore } from "./store.ts";

/** State of the other parts of a deployment, seen from one part, and options that apply to all parts. */
export interface PartNeighbours {
  /** True if all parts are only rehearsed. */
  readonly isRehearsal: boolean;
  /** Name of the earlier part that failed, if this part is skipped because of it. */
  readonly leftOutFor: string | undefined;
  /** Files that later parts need closed. */
  readonly staysClosed: readonly string[];
  /** Files that earlier parts left closed. */
  readonly leftClosed: readonly string[];
}

interface NeighbourDependencies {
  readonly store: DeploymentStore;
  readonly processes: Pick<ProcessStore, "get">;
  readonly sealed: Pick<SealedDeployments, "open">;
}

interface PartWithProcess {
  readonly part: DeploymentRecord;
  readonly process: ProcessRecord | undefined;
}

const nobody: PartNeighbours = { isRehearsal: false, leftOutFor: undefined, staysClosed: [], leftClosed: [] };

export function neighboursOf({ store, processes, sealed }: NeighbourDependencies) {
  return async (deployment: number): Promise<PartNeighbours> => {
    const own = await store.get(deployment);
    const batch = own && (await store.batch(own.batchId));
    if (own === undefined || batch === undefined) return nobody;
    const parts = await Promise.all(
      (await store.partsOf(batch)).map(async (part) => ({ part, process: await processes.get(part.processId) })),
    );
    const place = parts.findIndex(({ part }) => part.id === own.id);
    const before = parts.slice(0, place);
    const behind = parts.slice(place + 1).filter(isOpen);
    const failed = batch.abortsRemaining ? before.find(isUnsuccessful) : undefined;
    const needed = await Promise.all(behind.map(async ({ part }) => (await sealed.open(part.id))?.payload));
    const staysClosed = needed.flatMap((payload) => (payload === undefined ? [] : filesOf(payload)));
    return {
      isRehearsal: own.isRehearsal,
      leftOutFor: failed && (failed.part.name ?? `part ${failed.part.id}`),
      staysClosed: uniqueFiles(staysClosed),
      leftClosed: leftClosed(before.map(outcomeOf)),
    };
  };
}

/** Returns the outcome of a part's process. Undefined if it has none, because it hasn't ended or has failed. */
export function outcomeOf({ process }: Pick<PartWithProcess, "process">): DeploymentOutcome | undefined {
  if (process?.outcome === null || process?.outcome === undefined) return undefined;
  return DeploymentOutcome.parse(JSON.parse(process.outcome));
}

/** Returns the current state of a part. */
export type CurrentPart = (part: DeploymentRecord) => Promise<{
  /** Record of the part. If its process has ended, the record already has the result, even if that isn't stored yet. */
  readonly record: DeploymentRecord;
  /** Process of the part. Undefined once the result is stored. */
  readonly process: ProcessRecord | undefined;
}>;

export function currentParts(processes: Pick<ProcessStore, "get">, clock: Clock): CurrentPart {
  return async (record) => {
    const process = record.status === null ? await processes.get(record.processId) : undefined;
    const isEnded = process !== undefined && process.endedAt !== null;
    return {
      record: isEnded ? endedDeployment(record, process, outcomeOf({ process }), [], clock.now()) : record,
      process,
    };
  };
}

function isOpen({ process }: PartWithProcess): boolean {
  return process !== undefined && process.endedAt === null;
}

function isUnsuccessful({ process }: PartWithProcess): boolean {
  return process !== undefined && ["failed", "aborted", "crashed"].includes(process.state);
}

function uniqueFiles(files: readonly string[]): readonly string[] {
  return [...new Map(files.map((file) => [normalizedDatabaseName(file), file])).values()];
}
