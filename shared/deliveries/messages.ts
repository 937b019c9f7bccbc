import * as z from "zod";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { mostDelaySeconds } from "#shared/ports/limits/queue-limits.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Queue } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import { sourceOf } from "./store.ts";

/** Has a message come that has a delivery tried: now, or at an instant. Never rejects: the regular search finds what has none. */
export type WakeDelivery = (id: string, at?: number) => Promise<void>;

const DeliveryMessage = z.object({
  delivery: z.string().min(1),
  /** It was stored for its instant, and has no group. */
  isScheduled: z.boolean().default(false),
});
type DeliveryMessage = z.infer<typeof DeliveryMessage>;

interface MessageDependencies {
  readonly queue: Queue;
  /** Where left out, the regular search finds what is further off than the queue holds messages back. */
  readonly schedules?: Pick<Schedules, "put">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Log, "error">;
}

export function wakeDelivery({ queue, schedules, clock, log }: MessageDependencies): WakeDelivery {
  const bodyOf = (message: z.input<typeof DeliveryMessage>) => JSON.stringify(message);
  return async (id, at = 0) => {
    const delaySeconds = Math.max(0, Math.ceil((at - clock.now()) / 1000));
    try {
      if (delaySeconds <= mostDelaySeconds)
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

/** What a message says of a delivery. */
export function deliveryIn(body: string): DeliveryMessage {
  return DeliveryMessage.parse(JSON.parse(body));
}
