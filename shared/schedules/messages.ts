import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { mostDelaySeconds } from "#shared/ports/limits/queue-limits.ts";
import type { Queue } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import type { ScheduleRecord } from "./record.ts";

/** What the queue says of a run that is due. */
export const DueMessage = z.strictObject({
  schedule: z.int().min(1),
  at: z.int(),
  /** A run beside those that are planned. */
  isTriggered: z.boolean().default(false),
});
export type DueMessage = z.infer<typeof DueMessage>;

/** The messages that make runs due: one for the next run of each schedule. */
export interface RunMessages {
  /** Has a message come at the moment of the next run. Nothing where none follows. @throws StoreUnavailable */
  send(record: Pick<ScheduleRecord, "id" | "nextAt">): Promise<void>;
  /** No message is needed any more. One that comes all the same finds nothing to do. @throws StoreUnavailable */
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
      // A moment that is near, or past, is none that every store for later takes.
      if (delaySeconds <= mostDelaySeconds) await queue.send({ body, delaySeconds });
      else await schedules.put({ name: nameOf(id), at: nextAt, body });
    },
    cancel: (id) => schedules.remove(nameOf(id)),
  };
}

/** Has a schedule run at a moment within minutes, beside its plan, and once however often that moment is asked for. */
export function triggeredRuns({ queue, clock }: Pick<MessageDependencies, "queue" | "clock">) {
  return async (id: number, at: number): Promise<void> => {
    const body = JSON.stringify({ schedule: id, at, isTriggered: true } satisfies z.input<typeof DueMessage>);
    await queue.send({ body, delaySeconds: Math.max(0, Math.ceil((at - clock.now()) / 1000)) });
  };
}
