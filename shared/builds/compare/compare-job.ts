import { ComparisonOutcome } from "#shared/agent/protocol/tasks/comparison-tasks.ts";
import type { JobKind } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { keepComparison } from "./compare-structures.ts";
import type { ComparisonStore } from "./store.ts";

interface CompareJobDependencies {
  /** Offers the work to the agent. */
  readonly comparing: JobKind;
  readonly store: ComparisonStore;
  readonly clock: Clock;
  /** Publishes that a build has changed. */
  readonly announce: (id: number) => Promise<void>;
}

/** Compares builds on the host. The result is stored with the pair, so it outlives the process. */
export function compareJob({ comparing, store, clock, announce }: CompareJobDependencies): JobKind {
  return {
    ...comparing,
    async followUp({ id: processId, outcome, endedAt }) {
      if (outcome === null) return;
      const compared = ComparisonOutcome.parse(JSON.parse(outcome));
      await keepComparison(store, compared, { processId, comparedAt: endedAt ?? clock.now() });
      await announce(compared.to);
    },
  };
}
