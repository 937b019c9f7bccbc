import type { Notification } from "#shared/contract/values/release-shapes.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { EventName, NotifiedEvent } from "./events/contract.ts";
import type { EventRecord } from "./record.ts";
import { isRepetition } from "./rules.ts";
import { type NotificationStore, ownTargetsContext } from "./store.ts";

/** Event to publish. */
export type Occurrence = {
  readonly [Name in EventName]: NotifiedEvent<Name> & {
    /** Distinguishes events with the same name. A repetition within an hour is counted and not sent. */
    readonly subject: string;
    /** True if the event can happen only once, so that any later occurrence is a duplicate. */
    readonly isOnce?: boolean;
    /** Event that this one ends. */
    readonly ends?: EventName | null;
    /** Numbers of the destinations that get it instead of the subscribed ones. Null for the subscribed ones. */
    readonly only?: readonly number[] | null;
    /** Destinations of the task itself, and the source of their deliveries. */
    readonly own?: { readonly source: string; readonly notifications: readonly Notification[] };
  };
}[EventName];

/** Stores an event for its destinations. Resolves when it is stored; from then on it is sent even after a crash. */
export type Publish = (occurrence: Occurrence) => Promise<"kept" | "counted">;

interface PublishDependencies {
  readonly store: NotificationStore;
  readonly vault: Pick<Vault, "seal">;
  readonly ids: Pick<Ids, "uuid">;
  readonly clock: Clock;
  /** Triggers forwarding of the event. Never rejects. */
  readonly wake: (eventId: string) => Promise<void>;
}

export function publishing({ store, vault, ids, clock, wake }: PublishDependencies): Publish {
  const sealedOwn = async (id: string, own: Occurrence["own"]): Promise<EventRecord["own"]> => {
    if (own === undefined || own.notifications.length === 0) return null;
    const sealedTargets = await vault.seal(JSON.stringify(own.notifications), ownTargetsContext(id));
    return { source: own.source, sealedTargets, count: own.notifications.length };
  };

  return async ({ event, data, subject, isOnce = false, ends = null, only = null, own }) => {
    return retryOnConflict(async () => {
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
      await store.keep(record, subject, last);
      await wake(id);
      return "kept";
    });
  };
}
