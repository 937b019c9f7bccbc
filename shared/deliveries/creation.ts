import type { Clock } from "#shared/ports/clock.ts";
import type { DeliveryRecord } from "./record.ts";
import { type DeliveryStore, type RememberedSender, SenderKnown, type StoredDelivery } from "./store.ts";

interface Created {
  /** `attempted`: another process has begun its first attempt, because this one took so long. */
  readonly kind: "new" | "attempted" | "repeated";
  readonly delivery: StoredDelivery;
}

/**
 * Maximum time for the writes that create a delivery. After that time, a marker without a delivery is deleted. A process that took half of
 * it writes the marker again.
 */
export const maxCreationMs = 60_000;
/** Maximum difference between the clocks of two processes. */
const clockMarginMs = 5 * 60_000;
/** Maximum number of times that a delivery is created again because the item with its sender's id changed. */
const maxCreations = 5;

/** Returns the creation of deliveries, whose writes are made in order: any process can end between two of them. */
export function deliveryCreation({
  store,
  clock,
}: {
  readonly store: DeliveryStore;
  readonly clock: Pick<Clock, "now">;
}) {
  /**
   * Returns true if a delivery can be attempted, and false if another one has its sender's id: then its sender got no response, and it is
   * deleted. Returns undefined while the process that creates it may still work on it.
   */
  const isAccepted = async (delivery: StoredDelivery): Promise<boolean | undefined> => {
    const { record, marker } = delivery;
    const { sender } = marker ?? {};
    const now = clock.now();
    // The end of that time isn't the same on each clock. A new event with the same id can have been accepted then.
    if (sender === undefined || now > sender.untilMs - clockMarginMs) return true;
    const known = await store.bySender(record.source, sender);
    if (known?.id === record.id) return true;
    if (known !== undefined && (await store.get(known.id)) !== undefined) {
      await store.remove(delivery);
      return false;
    }
    if (now - record.createdAt < maxCreationMs) return undefined;
    return (await store.remember(record, sender, known)) ? true : undefined;
  };

  /** Stores a new delivery, unless another one has its sender's id. */
  const create = async (record: DeliveryRecord, remembered: RememberedSender | undefined): Promise<Created> => {
    for (let left = maxCreations, replaces: number | undefined; ; left -= 1) {
      const startedAt = clock.now();
      try {
        const delivery = await store.create(record, remembered && { ...remembered, replaces });
        const isLate = clock.now() - startedAt > maxCreationMs / 2;
        return { kind: "new", delivery: isLate ? await store.markAgain(delivery) : delivery };
      } catch (thrown) {
        if (!(thrown instanceof SenderKnown) || remembered === undefined || left === 0) throw thrown;
        const known = await store.bySender(record.source, remembered);
        const before = known && (await store.get(known.id));
        if (before !== undefined && known?.id === record.id) return { kind: "attempted", delivery: before };
        await store.remove({ record });
        if (before !== undefined) return { kind: "repeated", delivery: before };
        // The sender's id can be stored for longer than the delivery was.
        replaces = known?.version;
      }
    }
  };

  return { create, isAccepted };
}
