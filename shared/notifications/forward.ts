import * as z from "zod";
import { outgoingKeptMs } from "#shared/contract/values/outgoing-times.ts";
import { Notification } from "#shared/contract/values/release-shapes.ts";
import { type DeliveryEngine, inlineBody } from "#shared/deliveries/api.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { NotifiedEvent } from "./events/contract.ts";
import { outgoingRequest } from "./messages/outgoing-request.ts";
import { type DeliveryContext, type DestinationRecord, destinationSource, type EventRecord } from "./record.ts";
import { ownWants, shownTarget, wants } from "./rules.ts";
import { type NotificationStore, ownTargetsContext } from "./store.ts";
import type { ShownTarget, Target } from "./targets/contract.ts";

/** Creates a delivery of an event for each subscribed destination. */
export interface Forwarding {
  /** Forwards an event to its destinations. Repeatable: a destination gets an event as a single delivery. */
  forward(eventId: string): Promise<void>;
  /** Forwards pending events. Returns the number of events. */
  sweep(): Promise<number>;
}

interface ForwardingDependencies {
  readonly store: NotificationStore;
  readonly engine: Pick<DeliveryEngine, "newId" | "accept">;
  readonly vault: Pick<Vault, "open">;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
}

/** Recipient of one delivery. */
interface Addressee {
  readonly source: string;
  readonly target: ShownTarget;
  readonly own: DeliveryContext["own"];
}

export function forwarding({ store, engine, vault, clock, log }: ForwardingDependencies): Forwarding {
  const ownAddressees = async ({ id, event, own }: EventRecord): Promise<readonly Addressee[]> => {
    if (own === null) return [];
    const { source, sealedTargets } = own;
    const notifications = openedTargets(await vault.open(sealedTargets, ownTargetsContext(id)));
    return notifications.flatMap((notification, index) =>
      ownWants(notification, event)
        ? [{ source, target: shownTarget(targetOf(notification)), own: { eventId: id, index, sealedTargets } }]
        : [],
    );
  };

  const forward = async (eventId: string): Promise<void> => {
    const record = await store.event(eventId);
    if (record !== undefined && (await store.isOpen(eventId))) {
      const { event, repeatsBefore } = record;
      const notified = { event, data: JSON.parse(record.data) } as NotifiedEvent;
      const subscribed = subscribers(await store.all(), record).map(
        ({ id, target }): Addressee => ({ source: destinationSource(id), target, own: null }),
      );
      const untilMs = clock.now() + outgoingKeptMs;
      for (const { source, target, own } of [...subscribed, ...(await ownAddressees(record))]) {
        const senderId = own === null ? eventId : `${eventId} ${own.index}`;
        await engine.accept(
          {
            ...newDelivery(outgoingRequest(target, notified, repeatsBefore), { event, isTest: false, own }),
            id: engine.newId(source),
            source,
            senderId,
          },
          { remembered: { senderId, untilMs }, wantsAttempt: false },
        );
      }
    }
    await store.close(eventId);
  };

  return {
    forward,
    async sweep() {
      let forwarded = 0;
      for await (const id of store.open()) {
        try {
          await forward(id);
          forwarded += 1;
        } catch (thrown) {
          // The next sweep retries it; later events don't wait for it.
          log.error({ event: "notification_not_forwarded", notification: id, reason: reasonOf(thrown) });
        }
      }
      return forwarded;
    },
  };
}

/** Returns the destinations of an event: those it names, if any of them exists, otherwise those subscribed to it. */
function subscribers(all: readonly DestinationRecord[], { event, ends, only }: EventRecord): DestinationRecord[] {
  const named = all.filter(({ id }) => only?.includes(id));
  return named.length > 0
    ? named.filter(({ active }) => active)
    : all.filter((destination) => wants(destination, event, ends));
}

/** Returns a notification delivery without its id and source. */
export function newDelivery(
  { method, target, headers, body }: ReturnType<typeof outgoingRequest>,
  context: DeliveryContext,
) {
  return {
    request: {
      method,
      target,
      headers: [...headers],
      body: inlineBody(Buffer.from(body)),
    },
    context,
    keptMs: outgoingKeptMs,
    given: null,
  };
}

/** Converts a destination of a build or deployment to the common format. */
export function targetOf(notification: Notification): Target {
  if (notification.type === "slack") return { type: "slack", channelUrl: notification.channelUrl };
  const { webhookUrl, headers } = notification;
  return { type: "webhook", webhookUrl, ...(headers !== undefined && { headers }) };
}

/** Parses the decrypted destinations of a build, deployment or backup. */
export function openedTargets(text: string): readonly Notification[] {
  return z.array(Notification).parse(JSON.parse(text));
}
