import { UpkeepOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { JobKind } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { RunEvents } from "../runs/run-events.ts";
import { scheduleIn } from "../runs/start-run.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";
import { withEndedUpkeep } from "./rules.ts";

interface UpkeepJobDependencies {
  /** Offers the work to the agent. */
  readonly maintenance: JobKind;
  readonly store: Pick<OffsiteScheduleStore, "change">;
  readonly events: Pick<RunEvents, "damaged">;
  readonly clock: Clock;
}

/** Runs upkeep of a set, and stores the result. */
export function upkeepJob({ maintenance, store, events, clock }: UpkeepJobDependencies): JobKind {
  return {
    ...maintenance,
    async followUp({ id, objects, outcome, state, reason, endedAt }) {
      const scheduleId = scheduleIn(objects);
      const known = outcome === null ? null : UpkeepOutcome.parse(JSON.parse(outcome));
      const ended = { processId: id, endedAt: endedAt ?? clock.now(), state, reason };
      const schedule = scheduleId && (await store.change(scheduleId, (found) => withEndedUpkeep(found, ended, known)));
      if (schedule && known?.damage !== null) await events.damaged(schedule);
    },
  };
}
