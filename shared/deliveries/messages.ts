import * as z from "zod";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { maxDelaySeconds } from "#shared/ports/limits/queue-limits.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Queue } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import { sourceOf } from "./store.ts";

/** Sends a message that triggers an attempt, now or at a time. Never rejects: the periodic sweep finds deliveries without a message. */
export type WakeDelivery = (id: string, at?: number) => Promise<void>;

const DeliveryMessage = z.object({
  delivery: z.string().min(1),
  /** True if it was stored for its time; it then has no group. */
  isScheduled: z.boolean().default(false),
});
type DeliveryMessage = z.infer<typeof DeliveryMessage>;

interface MessageDependencies {
  readonly queue: Queue;
  /** If omitted, the periodic sweep finds deliveries that are due later than the maximum delay of the queue. */
  readonly schedules?: Pick<Schedules, "put">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Log, "error">;
}

export function wakeDelivery({ queue, schedules, clock, log }: MessageDependencies): WakeDelivery {
  const bodyOf = (message: z.input<typeof DeliveryMessage>) => JSON.stringify(message);
  return async (id, at = 0) => {
    const delaySeconds = Math.max(0, Math.ceil((at - clock.now()) / 1000));
    try {
      if (delaySeconds <= maxDelaySeconds)
        await queue.send({ body: bodyOf({ delivery: id }), group: sourceOf(id), delaySeconds });
      else
        await schedules?.put({
          name: `delivery-${id}`,
          at: Math.ceil(at),
          body: bodyOf({ delivery: id, isScheduled: true }),
        });
    } catch (thrown) {
      log.error({ event: "enqueue_failed", delivery: id, reason: reasonOf(thrown) });
    }
  };
}

/** Parses a message about a delivery. */
export function deliveryIn(body: string): DeliveryMessage {
  return DeliveryMessage.parse(JSON.parse(body));
}
