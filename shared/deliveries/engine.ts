import { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Log } from "#shared/ports/log.ts";
import { ItemTooLarge, StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import type { DeliveryBodies } from "./bodies.ts";
import type { CountedAttempt } from "./counted-attempt.ts";
import { deliveryCreation, maxCreationMs } from "./creation.ts";
import { type AttemptContext, type AttemptEnd, type DeliveryKind, LeaseLost } from "./delivery-kind.ts";
import type { WakeDelivery } from "./messages.ts";
import type { DeliveryRecord } from "./record.ts";
import {
  acceptedDelivery,
  afterAttempt,
  isLeased,
  leased,
  leaseEnd,
  maxAcceptedBytes,
  type NewDelivery,
  replayed,
  shortened,
} from "./rules.ts";
import type { SourceHolds } from "./source-holds.ts";
import { type DeliveryStore, type RememberedSender, type StoredDelivery, sourceOf } from "./store.ts";

/** Result of accepting an event. */
export type Acceptance =
  /** `isOwned`: stored for an attempt that its caller makes with `perform`. Otherwise the engine delivers it. */
  | { readonly kind: "new"; readonly delivery: StoredDelivery; readonly isOwned: boolean }
  /** The sender sent it before. */
  | { readonly kind: "repeated"; readonly delivery: StoredDelivery };

export interface AcceptOptions {
  /** Sender's id, if it has one. */
  readonly remembered?: RememberedSender;
  /** True if the caller wants to make the first attempt itself, if that can begin immediately. */
  readonly wantsAttempt: boolean;
}

/** Engine for all deliveries: stores them, tries and retries them, and gives up visibly. */
export interface DeliveryEngine {
  /** Returns an id for a new delivery of a source. */
  newId(source: string): string;
  /**
   * Resolves when it is stored; from then on it is delivered even after a crash.
   * @throws ServiceError body_too_large if no space would be left for the results of its attempts
   */
  accept(given: NewDelivery, options: AcceptOptions): Promise<Acceptance>;
  /** Stores an event that isn't delivered, so that it can be viewed. */
  suppress(given: NewDelivery, duplicateOf: string): Promise<void>;
  /** Makes the attempt of an owned delivery. `settle` is for a sender that waits for the result: it adds the response to the record. */
  perform(
    delivery: StoredDelivery,
    settle?: (record: DeliveryRecord, end: AttemptEnd) => DeliveryRecord,
  ): Promise<AttemptEnd>;
  /** Owns a delivery whose sender got no response and sends it again. Returns undefined while an attempt is running. */
  resume(id: string): Promise<StoredDelivery | undefined>;
  /** Handles a message: makes an attempt if one is due. */
  attempt(id: string): Promise<void>;
  /** Sends messages for all due deliveries. Returns their number. */
  sweep(): Promise<number>;
  /** Returns true if a source is paused because its target is unavailable. */
  isHeld(source: string): boolean;
}

interface EngineDependencies {
  readonly store: DeliveryStore;
  readonly bodies: DeliveryBodies;
  readonly wake: WakeDelivery;
  readonly holds: SourceHolds;
  readonly kinds: readonly DeliveryKind[];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Pick<Log, "error">;
  readonly count: (attempt: CountedAttempt) => void;
}

/** Maximum number of messages sent at once; the periodic sweep handles the rest. */
const maxWokenAtOnce = 500;
/** Interval for retrying to write the result of an attempt while the store is unavailable. */
const writeAgainMs = 2_000;

export function deliveryEngine({
  store,
  bodies,
  wake,
  holds,
  kinds,
  clock,
  ids,
  log,
  count,
}: EngineDependencies): DeliveryEngine {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const kindOf = (source: string): DeliveryKind => {
    const kind = byName.get(source.slice(0, source.lastIndexOf("-")));
    if (kind === undefined) throw new Error(`No delivery kind handles ${source}`);
    return kind;
  };

  const { isHeld } = holds;
  const { create, isAccepted } = deliveryCreation({ store, clock });

  /** Returns true if this delivery is the next one of an ordered source. Otherwise sends a message for the next one. */
  const isItsTurn = async (id: string, source: string): Promise<boolean> => {
    if (!(await kindOf(source).isOrdered(source))) return true;
    const first = await store.firstOpen(source);
    if (first === undefined || first.id >= id) return true;
    if (first.nextAt <= clock.now()) await wake(first.id);
    return false;
  };

  const claim = async (delivery: StoredDelivery): Promise<StoredDelivery | undefined> => {
    const { record } = delivery;
    const { id } = record;
    const longestMs = kindOf(record.source).longestMs(record);
    const now = clock.now();
    if (record.state !== "pending" || isLeased(record, longestMs, now)) return undefined;
    if (!(await isItsTurn(id, record.source))) return undefined;
    const isWanted = await isAccepted(delivery);
    if (isWanted === false) await goOn(record.source, false);
    if (isWanted !== true) return undefined;
    const owned = await store.lease(leased(record, longestMs, now), delivery);
    if (owned === undefined || record.leasedUntil === 0) return owned;
    // The former owner, which was late, may have written its result before this lease, and deleted the marker before or after it.
    const current = await store.get(id);
    if (current?.version === owned.version) return owned;
    if (current !== undefined) await store.deleteMarkers(current.record);
    return undefined;
  };

  /** Sends messages for deliveries that waited for the target, or for the next one of an ordered source. */
  const goOn = async (source: string, wasHeld: boolean): Promise<void> => {
    const isOrdered = await kindOf(source).isOrdered(source);
    let left = isOrdered ? 1 : wasHeld ? maxWokenAtOnce : 0;
    if (left === 0) return;
    for await (const { id, nextAt } of store.open(source)) {
      if (wasHeld || nextAt <= clock.now()) await wake(id);
      left -= 1;
      if (left === 0) return;
    }
  };

  /**
   * Writes the result of an attempt, with less about its attempts if it is too large: a result that is never written would be attempted
   * forever.
   */
  const writeFitting = async (after: DeliveryRecord, before: StoredDelivery): ReturnType<typeof store.write> => {
    for (let wanted = after; ; ) {
      try {
        return await store.write(wanted, before);
      } catch (thrown) {
        const shorter = thrown instanceof ItemTooLarge ? shortened(wanted, before.record) : undefined;
        if (shorter === undefined) throw thrown;
        wanted = shorter;
      }
    }
  };

  /** Writes the result of an attempt, and retries while the lease lasts: a delivered event must not look undelivered. */
  const writeEnd = async (after: DeliveryRecord, delivery: StoredDelivery): ReturnType<typeof store.write> => {
    for (;;) {
      try {
        return await writeFitting(after, delivery);
      } catch (thrown) {
        const isStoreAway = thrown instanceof StoreUnavailable || thrown instanceof StoreFull;
        if (!isStoreAway || clock.now() + writeAgainMs >= delivery.record.leasedUntil) throw thrown;
        await clock.sleep(writeAgainMs);
      }
    }
  };

  const perform: DeliveryEngine["perform"] = async (delivery, settle) => {
    let current = delivery;
    const { record } = delivery;
    const { source } = record;
    const kind = kindOf(source);
    const startedAt = clock.now();
    const keep = async (context: unknown): Promise<void> => {
      const leasedUntil = leaseEnd(kind.longestMs(record), clock.now());
      const kept = { ...current.record, context: JSON.stringify(context), leasedUntil };
      const written = await store.keep(kept, current);
      if (written === undefined) throw new LeaseLost(`Another process attempts ${record.id}`);
      current = written;
    };
    const context: AttemptContext = {
      record,
      body: () => bodies.read(record),
      stream: (range) => bodies.stream(record, range),
      keep,
    };
    const end = await kind.attempt(context).catch((thrown: unknown): AttemptEnd => {
      log.error({ event: "attempt_failed", delivery: record.id, reason: reasonOf(thrown) });
      return { outcome: "failed", status: null, reason: "Something went wrong in Latchkey" };
    });
    const { outcome, status } = end;
    const { sizeBytes: bytes } = record.request.body;
    count({ kind: kind.name, outcome, status, bytes, durationMs: clock.now() - startedAt });
    const wasHeld = holds.has(source);
    const heldMs = holds.note(source, end);
    const jitter = (ids.bytes(1)[0] ?? 0) / 127.5 - 1;
    const after = afterAttempt(current.record, end, { startedAt, now: clock.now(), jitter, heldMs });
    // A sender that waits for this learns immediately that nothing was written, and sends it again.
    const written =
      settle === undefined ? await writeEnd(after, current) : await writeFitting(settle(after, end), current);
    // Another process has taken it over or replays it, and its result counts.
    if (written === undefined) return end;
    kind.ended?.(after);
    if (after.state === "pending") await wake(record.id, after.nextAt);
    if (!isHeld(source) && (after.state !== "pending" || wasHeld)) await goOn(source, wasHeld);
    return end;
  };

  return {
    newId: (source) => `${source}_${ids.uuid().replaceAll("-", "")}`,

    async accept(given, { remembered, wantsAttempt }) {
      const { id, source } = given;
      const now = clock.now();
      const isWanted = wantsAttempt && !isHeld(source);
      const isOrdered = await kindOf(source).isOrdered(source);
      // Stored and owned with one write; a delivery that has to wait for its turn is owned by a second one.
      const isOwned = isWanted && !isOrdered;
      const accepted = fitting(acceptedDelivery(given, now));
      const record = isOwned ? leased(accepted, kindOf(source).longestMs(accepted), now) : accepted;
      const { kind, delivery } = await create(record, remembered);
      if (kind === "repeated") return { kind, delivery };
      if (kind === "attempted") return { kind: "new", delivery, isOwned: false };
      const claimed = isWanted && isOrdered ? await claim(delivery) : undefined;
      if (!isOwned && claimed === undefined && !isHeld(source)) await wake(id);
      return { kind: "new", delivery: claimed ?? delivery, isOwned: isOwned || claimed !== undefined };
    },

    async suppress(given, duplicateOf) {
      const now = clock.now();
      const reason = "Duplicate of an earlier event";
      await store.create({
        ...fitting(acceptedDelivery(given, now)),
        state: "suppressed",
        endedAt: now,
        duplicateOf,
        reason,
      });
    },

    perform,

    async resume(id) {
      const found = await store.get(id);
      if (found?.record.state !== "failed") return found && claim(found);
      const again = replayed(found.record, clock.now());
      const written = await store.write({ ...again, trigger: "retry" }, found);
      return written && claim(written);
    },

    isHeld,

    async attempt(id) {
      if (isHeld(sourceOf(id))) return; // The periodic sweep handles it later.
      // Of several messages for it, only the first is handled: after its attempt, the delivery isn't due anymore.
      const found = await store.get(id);
      if (found !== undefined && found.record.state !== "pending") {
        // A process may have ended between the result of its attempt and the deletion of the marker, which would block an ordered source.
        if ((await store.deleteMarkers(found.record)) > 0) await goOn(sourceOf(id), false);
        return;
      }
      if (found === undefined) {
        // Its event was never accepted: the process that was about to store it has ended.
        if ((await store.deleteStrayMarkers(id, clock.now() - maxCreationMs)) > 0) await goOn(sourceOf(id), false);
        return;
      }
      if (found.record.nextAt > clock.now()) return;
      const delivery = await claim(found);
      if (delivery !== undefined) await perform(delivery);
    },

    async sweep() {
      let sent = 0;
      let ordered: string | undefined;
      for await (const { id, nextAt } of store.open()) {
        const source = sourceOf(id);
        if (nextAt > clock.now() || isHeld(source) || source === ordered) continue;
        await wake(id);
        sent += 1;
        if (await kindOf(source).isOrdered(source)) ordered = source;
      }
      return sent;
    },
  };
}

/** @throws ServiceError body_too_large */
function fitting(record: DeliveryRecord): DeliveryRecord {
  if (Buffer.byteLength(JSON.stringify(record)) > maxAcceptedBytes)
    throw new ServiceError("body_too_large", { text: "the headers and text fields of this event are too long" });
  return record;
}
