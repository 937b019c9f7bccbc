import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { maxDelaySeconds } from "#shared/ports/limits/queue-limits.ts";
import type { Queue } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import type { ScheduleRecord } from "./record.ts";

/** Message in the queue about a run that is due. */
export const DueMessage = z.strictObject({
  schedule: z.int().min(1),
  at: z.int(),
  /** True for a run in addition to the planned ones. */
  isTriggered: z.boolean().default(false),
});
export type DueMessage = z.infer<typeof DueMessage>;

/** Messages that start runs: one for the next run of each schedule. */
export interface RunMessages {
  /** Schedules a message for the next run, if there is one. @throws StoreUnavailable */
  send(record: Pick<ScheduleRecord, "id" | "nextAt">): Promise<void>;
  /** Cancels the message. A message that still arrives finds nothing to do. @throws StoreUnavailable */
  cancel(id: number): Promise<void>;
}

interface MessageDependencies {
  readonly queue: Queue;
  readonly schedules: Schedules;
  readonly clock: Clock;
}

export function runMessages({ queue, schedules, clock }: MessageDependencies): RunMessages {
  const nameOf = (id: number) => `schedule-${id}`;
  return {
    async send({ id, nextAt }) {
      if (nextAt === null) return;
      const body = JSON.stringify({ schedule: id, at: nextAt } satisfies z.input<typeof DueMessage>);
      const delaySeconds = Math.max(0, Math.ceil((nextAt - clock.now()) / 1000));
      // Not every scheduler accepts times that are near or past.
      if (delaySeconds <= maxDelaySeconds) await queue.send({ body, delaySeconds });
      else await schedules.put({ name: nameOf(id), at: nextAt, body });
    },
    cancel: (id) => schedules.remove(nameOf(id)),
  };
}

/** Returns a function that runs a schedule within minutes, in addition to its plan, and once per time even if it is called repeatedly. */
export function triggeredRuns({ queue, clock }: Pick<MessageDependencies, "queue" | "clock">) {
  return async (id: number, at: number): Promise<void> => {
    const body = JSON.stringify({ schedule: id, at, isTriggered: true } satisfies z.input<typeof DueMessage>);
    await queue.send({ body, delaySeconds: Math.max(0, Math.ceil((at - clock.now()) / 1000)) });
  };
}
