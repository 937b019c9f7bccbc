import type { ProcessRecord } from "#shared/processes/record.ts";
import type { ProcessStore } from "#shared/processes/store.ts";

/** Whose work waits for that of another. */
export const makeBuildKind = "builds.make";
export const deploymentKind = "deployments.run";

interface TurnDependencies {
  readonly store: Pick<ProcessStore, "openIds" | "get">;
  readonly now: () => number;
}

/** The builds and deployments that come before a process, in their order: one works at a time. */
export type ProcessesAhead = (processId: number) => Promise<readonly ProcessRecord[]>;

export function processesAhead({ store, now }: TurnDependencies): ProcessesAhead {
  return async (processId) => {
    const own = await store.get(processId);
    const ahead: ProcessRecord[] = [];
    for (const id of await store.openIds()) {
      if (id >= processId) continue;
      const other = await store.get(id);
      if (other !== undefined && own !== undefined && isAhead(own, other, now())) ahead.push(other);
    }
    return ahead;
  };
}

/**
 * Whether a process has to wait for an older one. A build does not wait for a deployment that has not begun on the host: that may be
 * waiting for this very build.
 */
function isAhead(own: ProcessRecord, other: ProcessRecord, now: number): boolean {
  if (other.endedAt !== null || (other.startAt ?? 0) > now) return false;
  if (other.kind !== makeBuildKind && other.kind !== deploymentKind) return false;
  return own.kind === deploymentKind || other.kind === makeBuildKind || other.isElsewhere;
}

/** What a process waits for, for people; undefined where it is its turn. */
export function waitingSentence(ahead: readonly ProcessRecord[]): string | undefined {
  const [first] = ahead;
  if (first === undefined) return undefined;
  return `its turn: ${ahead.length === 1 ? "one" : ahead.length} before it (${first.title})`;
}

/** How soon a process looks again whether it is its turn. Seconds. */
export const turnSeconds = 2;
