import * as z from "zod";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import { mostDelaySeconds } from "#shared/ports/limits/queue-limits.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Queue } from "#shared/ports/queue.ts";
import { sourceOf } from "./store.ts";

/** Sends a message that has a delivery tried. Never rejects: the regular search finds what has none. */
export type WakeDelivery = (id: string, delayMs?: number) => Promise<void>;

const DeliveryMessage = z.object({ delivery: z.string().min(1) });

export function wakeDelivery({
  queue,
  log,
}: {
  readonly queue: Queue;
  readonly log: Pick<Log, "error">;
}): WakeDelivery {
  return async (id, delayMs = 0) => {
    const delaySeconds = Math.max(0, Math.ceil(delayMs / 1000));
    if (delaySeconds > mostDelaySeconds) return; // The regular search comes first.
    try {
      await queue.send({ body: JSON.stringify({ delivery: id }), group: sourceOf(id), delaySeconds });
    } catch (thrown) {
      log.error({ event: "enqueue_failed", delivery: id, reason: reasonOf(thrown) });
    }
  };
}

/** The delivery that a message is about. */
export function deliveryIn(body: string): string {
  return DeliveryMessage.parse(JSON.parse(body)).delivery;
}
