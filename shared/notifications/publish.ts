import type { Notification } from "#shared/contract/values/release-shapes.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { EventName, NotifiedEvent } from "./events/contract.ts";
import type { EventRecord } from "./record.ts";
import { isRepetition } from "./rules.ts";
import { type NotificationStore, ownTargetsContext } from "./store.ts";

/** Something that has happened. */
export type Occurrence = {
  readonly [Name in EventName]: NotifiedEvent<Name> & {
    /** What tells it from others of its name: the same again within an hour is counted, and not sent. */
    readonly subject: string;
    /** Whether it can happen only once, so that the same at any later time is a repetition of ours. */
    readonly isOnce?: boolean;
    /** The event whose end it is. */
    readonly ends?: EventName | null;
    /** Numbers of the destinations that get it, in place of those that want such events. Null: these. */
    readonly only?: readonly number[] | null;
    /** Destinations of the work itself, and what deliveries there belong to. */
    readonly own?: { readonly source: string; readonly notifications: readonly Notification[] };
  };
}[EventName];

/** Keeps what has happened, to be sent to those who want to know. Resolves when it is stored: from then on it is sent, whatever happens. */
export type Publish = (occurrence: Occurrence) => Promise<"kept" | "counted">;

interface PublishDependencies {
  readonly store: NotificationStore;
  readonly vault: Pick<Vault, "seal">;
  readonly ids: Pick<Ids, "uuid">;
  readonly clock: Clock;
  /** Has the event passed on soon. Never rejects. */
  readonly wake: (eventId: string) => Promise<void>;
}

export function publishing({ store, vault, ids, clock, wake }: PublishDependencies): Publish {
  const sealedOwn = async (id: string, own: Occurrence["own"]): Promise<EventRecord["own"]> => {
    if (own === undefined || own.notifications.length === 0) return null;
    const sealedTargets = await vault.seal(JSON.stringify(own.notifications), ownTargetsContext(id));
    return { source: own.source, sealedTargets, count: own.notifications.length };
  };

  return async ({ event, data, subject, isOnce = false, ends = null, only = null, own }) => {
    for (;;) {
      const now = clock.now();
      const last = await store.lastEvent(event, subject);
      if (last !== undefined && isOnce) return "counted";
      if (last !== undefined && isRepetition(last.sentAt, now)) {
        await store.count(last.eventId);
        return "counted";
      }
      const before = last && (await store.event(last.eventId));
      const id = ids.uuid().replaceAll("-", "");
      const record: EventRecord = {
        schema: 1,
        id,
        event,
        data: JSON.stringify(data),
        at: now,
        repeats: 0,
        repeatsBefore: before?.repeats ?? 0,
        own: await sealedOwn(id, own),
        ends,
        only: only && [...only],
      };
      if (!(await store.keep(record, subject, last))) continue;
      await wake(id);
      return "kept";
    }
  };
}
