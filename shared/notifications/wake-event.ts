import * as z from "zod";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Queue } from "#shared/ports/queue.ts";

const EventMessage = z.object({ notification: z.string().min(1) });

/** Sends a message that has an event passed on. Never rejects: the regular search finds what has none. */
export function wakeEvent({ queue, log }: { readonly queue: Queue; readonly log: Pick<Log, "error"> }) {
  return async (notification: string): Promise<void> => {
    try {
      await queue.send({ body: JSON.stringify({ notification }), group: "notifications" });
    } catch (thrown) {
      log.error({ event: "enqueue_failed", notification, reason: reasonOf(thrown) });
    }
  };
}

/** The event that a message is about; undefined where it is about something else. */
export function eventIn(body: string): string | undefined {
  return EventMessage.safeParse(JSON.parse(body)).data?.notification;
}
