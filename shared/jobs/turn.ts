import type { ProcessRecord } from "#shared/processes/record.ts";
import type { ProcessStore } from "#shared/processes/store.ts";
import type { StepEnd } from "./job-kind.ts";
import type { Jobs } from "./jobs.ts";

interface TurnDependencies {
  readonly store: Pick<ProcessStore, "openIds" | "get">;
  readonly now: () => number;
  readonly enqueue: Jobs["enqueue"];
  /** Whose work waits for that of another, by the kinds of their processes. */
  readonly kinds: { readonly build: string; readonly deployment: string };
}

/** How a process goes on that has to wait, for one builds or deploys at a time. Undefined: it is its turn. */
export type Turn = (processId: number) => Promise<StepEnd | undefined>;

/** One builds or deploys at a time. */
export interface Turns {
  readonly turn: Turn;
  /** Has the first one that waited go on at once, behind the end of another. One that is not woken looks again by itself. */
  wakeNext(): Promise<void>;
}

/** How soon a process looks again whether it is its turn. Seconds. */
const againSeconds = 2;

export function turnsOf({ store, enqueue, now, kinds }: TurnDependencies): Turns {
  /**
   * Whether a process has to wait for an older one. A build does not wait for a deployment that has not begun on the host: that may
   * be waiting for this very build.
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
    const count = ahead.length === 1 ? "one" : ahead.length;
    return { waitingFor: `its turn: ${count} before it (${first.title})`, againSeconds };
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
