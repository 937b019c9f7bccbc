import * as z from "zod";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Queue } from "#shared/ports/queue.ts";

const EventMessage = z.object({ notification: z.string().min(1) });

/** Sends a message that triggers forwarding of an event. Never rejects: the periodic sweep finds events without a message. */
export function wakeEvent({ queue, log }: { readonly queue: Queue; readonly log: Pick<Log, "error"> }) {
  return async (notification: string): Promise<void> => {
    try {
      await queue.send({ body: JSON.stringify({ notification }), group: "notifications" });
    } catch (thrown) {
      log.error({ event: "enqueue_failed", notification, reason: reasonOf(thrown) });
    }
  };
}

/** Returns the event id in a message; undefined for other messages. */
export function eventIn(body: string): string | undefined {
  return EventMessage.safeParse(JSON.parse(body)).data?.notification;
}
