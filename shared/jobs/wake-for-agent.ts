import type { ProcessStore } from "#shared/processes/api.ts";
import type { Jobs } from "./jobs.ts";

interface WakeDependencies {
  readonly store: Pick<ProcessStore, "openIds" | "get">;
  readonly enqueue: Jobs["enqueue"];
}

/** Continues the processes that wait for the agent, oldest first. One whose wake was lost checks again later. */
export async function wakeForAgent({ store, enqueue }: WakeDependencies): Promise<void> {
  for (const id of await store.openIds()) {
    const waiting = await store.get(id);
    if (waiting?.state === "queued" && waiting.isForAgent) await enqueue(id);
  }
}
