import { DrillOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { JobKind } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { RunEvents } from "../runs/run-events.ts";
import { scheduleIn } from "../runs/start-run.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";

interface DrillJobDependencies {
  /** Offers the work to the agent. */
  readonly drilling: JobKind;
  readonly store: Pick<OffsiteScheduleStore, "change">;
  readonly events: Pick<RunEvents, "drilled">;
  readonly clock: Clock;
}

/** Runs a restore drill, and stores its result. */
export function drillJob({ drilling, store, events, clock }: DrillJobDependencies): JobKind {
  return {
    ...drilling,
    async followUp({ id, objects, outcome, state, reason, endedAt }) {
      const scheduleId = scheduleIn(objects);
      const found = outcome === null ? { files: [], containers: [] } : DrillOutcome.parse(JSON.parse(outcome));
      const ended = { endedAt: endedAt ?? clock.now(), state, reason, ...found };
      const schedule =
        scheduleId &&
        (await store.change(scheduleId, (record) =>
          record.lastDrill?.processId === id ? { ...record, lastDrill: { ...record.lastDrill, ...ended } } : undefined,
        ));
      if (schedule) await events.drilled(schedule);
    },
  };
}
