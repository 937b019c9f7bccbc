import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Log } from "#shared/ports/log.ts";
import { ConditionFailed, StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import type { CountedAttempt } from "#shared/usage/counted-events.ts";
import type { DeliveryBodies } from "./bodies.ts";
import { type AttemptContext, type AttemptEnd, type DeliveryKind, LeaseLost } from "./delivery-kind.ts";
import type { WakeDelivery } from "./messages.ts";
import type { DeliveryRecord } from "./record.ts";
import { acceptedDelivery, afterAttempt, isLeased, leased, leaseEnd, type NewDelivery, replayed } from "./rules.ts";
import type { SourceHolds } from "./source-holds.ts";
import { type DeliveryStore, type StoredDelivery, sourceOf } from "./store.ts";

/** What an event became. */
export type Acceptance =
  /** `isOwned`: stored for an attempt that its caller makes by `perform`. Otherwise it is under way by itself. */
  | { readonly kind: "new"; readonly delivery: StoredDelivery; readonly isOwned: boolean }
  /** The sender has sent it before. */
  | { readonly kind: "repeated"; readonly delivery: StoredDelivery };

export interface AcceptOptions {
  /** What an event that comes again has in common with this one, and until when that is remembered, in milliseconds since the epoch. */
  readonly remembered?: { readonly senderId: string; readonly untilMs: number };
  /** Whether the caller wants to make the first attempt itself, where that may begin at once. */
  readonly wantsAttempt: boolean;
}

/** The one engine of everything that is delivered: it stores, tries, tries again, and gives up where that is seen. */
export interface DeliveryEngine {
  /** An id for something new of a source. */
  newId(source: string): string;
  /** Resolves when it is stored: from then on it is delivered, whatever happens (R6.1). */
  accept(given: NewDelivery, options: AcceptOptions): Promise<Acceptance>;
  /** Keeps an event that is not delivered, for those who look. */
  suppress(given: NewDelivery, duplicateOf: string): Promise<void>;
  /** Makes the attempt of a delivery that is owned. `given` says what of its end the sender is answered; without it the sender has its answer. */
  perform(
    delivery: StoredDelivery,
    settle?: (record: DeliveryRecord, end: AttemptEnd) => DeliveryRecord,
  ): Promise<AttemptEnd>;
  /** Owns a delivery whose sender got no answer for it and sends it again. Undefined while an attempt is under way. */
  resume(id: string): Promise<StoredDelivery | undefined>;
  /** What a message asks for: an attempt, if one is due. */
  attempt(id: string): Promise<void>;
  /** Sends messages about everything that is due, and answers how many. */
  sweep(): Promise<number>;
  /** Whether a source is left alone because what it goes to is away. */
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

/** The regular search takes up the rest. */
const mostWokenAtOnce = 500;
/** How often the end of an attempt is tried to write while the store does not take it. */
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
    if (kind === undefined) throw new Error(`Nothing delivers what belongs to ${source}`);
    return kind;
  };

  const { isHeld } = holds;

  /** Whether it is this one's turn, among the deliveries of an ordered source. The one whose turn it is gets a message. */
  const isItsTurn = async (id: string, source: string): Promise<boolean> => {
    if (!(await kindOf(source).isOrdered(source))) return true;
    const first = await store.firstOpen(source);
    if (first === undefined || first.id >= id) return true;
    if (first.nextAt <= clock.now()) await wake(first.id);
    return false;
  };

  const claim = async ({ record, version }: StoredDelivery): Promise<StoredDelivery | undefined> => {
    const { id } = record;
    const longestMs = kindOf(record.source).longestMs(record);
    const now = clock.now();
    if (record.state !== "pending" || isLeased(record, longestMs, now)) return undefined;
    if (!(await isItsTurn(id, record.source))) return undefined;
    return store.lease(leased(record, longestMs, now), version);
  };

  /** Messages for what waited until its source's target is back, or for the one whose turn it is now. */
  const goOn = async (source: string, wasHeld: boolean): Promise<void> => {
    const isOrdered = await kindOf(source).isOrdered(source);
    let left = isOrdered ? 1 : wasHeld ? mostWokenAtOnce : 0;
    if (left === 0) return;
    for await (const { id, nextAt } of store.open(source)) {
      if (wasHeld || nextAt <= clock.now()) await wake(id);
      left -= 1;
      if (left === 0) return;
    }
  };

  /** Writes how an attempt ended, tried again for as long as it is ours: what has arrived must not look as if it had not. */
  const writeEnd = async (
    after: DeliveryRecord,
    { record, version }: StoredDelivery,
  ): ReturnType<typeof store.write> => {
    for (;;) {
      try {
        return await store.write(after, version);
      } catch (thrown) {
        const isStoreAway = thrown instanceof StoreUnavailable || thrown instanceof StoreFull;
        if (!isStoreAway || clock.now() + writeAgainMs >= record.leasedUntil) throw thrown;
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
      const written = await store.lease(kept, current.version);
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
    // A sender that waits for this learns at once that nothing was written, and sends it again.
    const written =
      settle === undefined ? await writeEnd(after, current) : await store.write(settle(after, end), current.version);
    // Another process has taken it over, or replays it: what that finds out counts.
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
      // Stored and owned by one write; one that has to wait for its turn is owned by a second.
      const isOwned = isWanted && !isOrdered;
      const accepted = acceptedDelivery(given, now);
      const record = isOwned ? leased(accepted, kindOf(source).longestMs(accepted), now) : accepted;
      try {
        await store.create(record, remembered);
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed) || remembered === undefined) throw thrown;
        const before = await store.bySender(source, remembered.senderId);
        if (before !== undefined) return { kind: "repeated", delivery: before };
        // It is remembered for longer than it was kept.
        await store.create(record);
      }
      const claimed = isWanted && isOrdered ? await claim({ record, version: 1 }) : undefined;
      if (!isOwned && claimed === undefined && !isHeld(source)) await wake(id);
      return { kind: "new", delivery: claimed ?? { record, version: 1 }, isOwned: isOwned || claimed !== undefined };
    },

    async suppress(given, duplicateOf) {
      const now = clock.now();
      const reason = "The sender had sent the same event before";
      await store.create({ ...acceptedDelivery(given, now), state: "suppressed", endedAt: now, duplicateOf, reason });
    },

    perform,

    async resume(id) {
      const found = await store.get(id);
      if (found?.record.state !== "failed") return found && claim(found);
      const again = replayed(found.record, clock.now());
      const written = await store.write({ ...again, trigger: "retry" }, found.version);
      return written && claim(written);
    },

    isHeld,

    async attempt(id) {
      if (isHeld(sourceOf(id))) return; // The regular search comes back to it.
      // Of several messages about it the first is answered: what it put off is not due for the others.
      const found = await store.get(id);
      if (found === undefined || found.record.nextAt > clock.now()) return;
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
