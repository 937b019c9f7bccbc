import { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import type { ProcessStore } from "#shared/processes/store.ts";
import type { DeploymentRecord } from "./record.ts";
import { endedDeployment, filesOf, leftClosed } from "./rules.ts";
import type { SealedDeployments } from "./sealed-deployments.ts";
import type { DeploymentStore } from "./store.ts";

/** How the other parts of a deployment stand to one of them, and what is done with all of them. */
export interface PartNeighbours {
  /** They are only rehearsed. */
  readonly isRehearsal: boolean;
  /** What the part before it is called that was not successful, where this one is left out for that. */
  readonly leftOutFor: string | undefined;
  /** Files that parts behind it need closed. */
  readonly staysClosed: readonly string[];
  /** Files that parts before it have left closed. */
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

/** What the process of a part has come to; undefined where that is no good end. */
export function outcomeOf({ process }: Pick<PartWithProcess, "process">): DeploymentOutcome | undefined {
  if (process?.outcome === null || process?.outcome === undefined) return undefined;
  return DeploymentOutcome.parse(JSON.parse(process.outcome));
}

/** Parts as they are at present. */
export type CurrentPart = (part: DeploymentRecord) => Promise<{
  /** As it is kept, a moment later, once its process is at its end. */
  readonly record: DeploymentRecord;
  /** What knows how far it is. Undefined once that is kept. */
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
  return [...new Map(files.map((file) => [foldedDatabaseName(file), file])).values()];
}
