import type { ProcessRecord, ProcessStore } from "#shared/processes/api.ts";
import type { StepEnd } from "./job-kind.ts";
import type { Jobs } from "./jobs.ts";

interface TurnDependencies {
  readonly store: Pick<ProcessStore, "openIds" | "get">;
  readonly now: () => number;
  readonly enqueue: Jobs["enqueue"];
  /** Kinds of the processes that wait for each other. */
  readonly kinds: { readonly build: string; readonly deployment: string };
}

/** Returns the pause of a process that must wait for its turn. Undefined: it is its turn. */
export type Turn = (processId: number) => Promise<StepEnd | undefined>;

/** Turns of builds and deployments, of which only one runs at a time. */
export interface Turns {
  readonly turn: Turn;
  /** Wakes the first waiting process after another one ended. A process whose wake was lost checks again later. */
  wakeNext(): Promise<void>;
}

/** Interval in seconds at which a process that nothing has woken checks if it is its turn. */
const againSeconds = 60;

export function turnsOf({ store, enqueue, now, kinds }: TurnDependencies): Turns {
  /**
   * True if a process must wait for an older one. A build doesn't wait for a deployment that hasn't begun on the host, because that may be
   * waiting for this build.
   */
  const isAhead = (own: ProcessRecord, other: ProcessRecord): boolean => {
    if (other.endedAt !== null || (other.startAt ?? 0) > now()) return false;
    if (other.kind !== kinds.build && other.kind !== kinds.deployment) return false;
    return own.kind === kinds.deployment || other.kind === kinds.build || other.isElsewhere;
  };

  const turn: Turn = async (processId) => {
    const own = await store.get(processId);
    const ahead: ProcessRecord[] = [];
    for (const id of await store.openIds()) {
      if (id >= processId) continue;
      const other = await store.get(id);
      if (other !== undefined && own !== undefined && isAhead(own, other)) ahead.push(other);
    }
    const [first] = ahead;
    if (first === undefined) return undefined;
    const earlier = ahead.length === 1 ? "an earlier process" : `${ahead.length} earlier processes`;
    return { waitingFor: `${earlier} (${first.title})`, againSeconds };
  };

  return {
    turn,
    async wakeNext() {
      for (const id of await store.openIds()) {
        const waiting = await store.get(id);
        if (waiting === undefined || waiting.state !== "queued" || waiting.waitingFor === null) continue;
        if (waiting.kind !== kinds.build && waiting.kind !== kinds.deployment) continue;
        if ((await turn(id)) === undefined) return enqueue(id);
      }
    },
  };
}
