import { cutToBytes } from "#shared/contract/texts/cut-to-bytes.ts";
import type { AttemptEnd } from "./delivery-kind.ts";
import type { Attempt, DeliveryRecord } from "./record.ts";

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Maximum number of stored attempts. */
const maxTriesKept = 20;
/** Maximum size in bytes of the response to the latest attempt, of the responses to earlier ones, and of a reason. */
const maxAnswerBytes = 16_000;
const maxEarlierAnswerBytes = 1_000;
const maxReasonBytes = 1_000;
/** Maximum size in bytes of an accepted delivery. The rest of the 400 KB of its item is for the results of its attempts. */
export const maxAcceptedBytes = 300_000;

/** Pauses after the first failed attempt, the second, and so on. */
const pausesMs = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];
/** Time for which a delivery isn't given up only because its target is unavailable. */
const longestAbsenceMs = 5 * 24 * hours;
const longestRetryAfterMs = 24 * hours;

/** Input for a new delivery. */
export interface NewDelivery {
  readonly id: string;
  readonly source: string;
  readonly senderId: string | null;
  readonly request: DeliveryRecord["request"];
  readonly context: unknown;
  readonly keptMs: number;
  /** Response to the sender as soon as it is stored, if it doesn't depend on an attempt. */
  readonly given: DeliveryRecord["given"];
}

export function acceptedDelivery(given: NewDelivery, now: number): DeliveryRecord {
  const { id, source, senderId, request, context, keptMs, given: answer } = given;
  return {
    schema: 1,
    id,
    source,
    state: "pending",
    createdAt: now,
    endedAt: null,
    nextAt: now,
    attempts: 0,
    totalAttempts: 0,
    leasedUntil: 0,
    isRepeated: false,
    trigger: "first",
    since: now,
    senderId,
    duplicateOf: null,
    reason: null,
    request,
    tries: [],
    given: answer,
    context: JSON.stringify(context),
    keptMs,
  };
}

/** Returns the delivery with a lease. */
export function leased(record: DeliveryRecord, longestMs: number, now: number): DeliveryRecord {
  const { attempts, totalAttempts, trigger } = record;
  return {
    ...record,
    attempts: attempts + 1,
    totalAttempts: totalAttempts + 1,
    trigger: attempts > 0 ? "retry" : trigger,
    leasedUntil: leaseEnd(longestMs, now),
    isRepeated: record.isRepeated || record.leasedUntil > 0,
  };
}

/** Additional time for an owner that is slow to write the result of its attempt. */
const leaseMarginMs = 15_000;

/** Returns the end of a lease. */
export function leaseEnd(longestMs: number, now: number): number {
  return now + longestMs + leaseMarginMs;
}

/** Returns true while an attempt is running. A lease that ends too late was written before a clock was set back, and is ignored. */
export function isLeased({ leasedUntil }: DeliveryRecord, longestMs: number, now: number): boolean {
  return leasedUntil > now && leasedUntil <= now + longestMs + 2 * leaseMarginMs;
}

/** Returns the delivery after an attempt. `jitter` is between -1 and 1. */
export function afterAttempt(
  record: DeliveryRecord,
  end: AttemptEnd,
  { startedAt, now, jitter, heldMs }: { startedAt: number; now: number; jitter: number; heldMs: number },
): DeliveryRecord {
  const attempt: Attempt = {
    at: startedAt,
    durationMs: now - startedAt,
    trigger: record.trigger,
    status: end.status,
    reason: "reason" in end ? cutToBytes(end.reason, maxReasonBytes) : null,
    answer: end.answer === undefined ? null : cutToBytes(end.answer, maxAnswerBytes),
  };
  const after = {
    ...record,
    leasedUntil: 0,
    isRepeated: false,
    tries: [...record.tries.map(briefly), attempt].slice(-maxTriesKept),
    context: end.context === undefined ? record.context : JSON.stringify(end.context),
    reason: attempt.reason,
  };
  if (end.outcome === "delivered") return { ...after, state: "delivered", endedAt: now };
  if (end.outcome === "refused") return { ...after, state: "failed", endedAt: now };
  if (end.outcome === "unavailable") {
    if (now - record.since > longestAbsenceMs) return { ...after, state: "failed", endedAt: now };
    return { ...after, attempts: record.attempts - 1, nextAt: now + heldMs };
  }
  const pause = pausesMs[record.attempts - 1];
  if (pause === undefined) return { ...after, state: "failed", endedAt: now };
  const spread = pause + (pause / 10) * jitter;
  return { ...after, nextAt: now + Math.max(spread, Math.min(end.retryAfterMs ?? 0, longestRetryAfterMs)) };
}

function briefly(attempt: Attempt): Attempt {
  return { ...attempt, answer: attempt.answer && cutToBytes(attempt.answer, maxEarlierAnswerBytes) };
}

/**
 * Returns the delivery after an attempt with less about its attempts, for a store that refused it because of its size: first without the
 * oldest attempts, then without the response to the latest one, and at last with nothing new but its state and the reason. Undefined if
 * nothing is left to omit.
 */
export function shortened(after: DeliveryRecord, before: DeliveryRecord): DeliveryRecord | undefined {
  const { tries } = after;
  if (tries.length > 1) return { ...after, tries: tries.slice(Math.ceil(tries.length / 2)) };
  const [last] = tries;
  if (last !== undefined && last.answer !== null) return { ...after, tries: [{ ...last, answer: null }] };
  const { given, context } = before;
  if (after.given !== given || after.context !== context) return { ...after, given, context };
  return last && { ...after, tries: [] };
}

/** Returns the delivery after an administrator requested a replay. */
export function replayed(record: DeliveryRecord, now: number): DeliveryRecord {
  return {
    ...record,
    state: "pending",
    endedAt: null,
    nextAt: now,
    attempts: 0,
    // Each replay has a time of its own, which is part of the key of its marker.
    since: Math.max(now, record.since + 1),
    trigger: "replay",
    reason: null,
  };
}

export function cancelled(record: DeliveryRecord, reason: string, now: number): DeliveryRecord {
  return { ...record, state: "cancelled", endedAt: now, reason };
}

/**
 * Returns the pause for an unavailable target: it gets longer each time, up to a minute, so that deliveries continue soon after it is back.
 */
export function holdMs(failures: number): number {
  return Math.min(60 * seconds, 5 * seconds * 2 ** Math.max(0, failures - 1));
}
