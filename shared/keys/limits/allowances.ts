import { ServiceError } from "#shared/contract/errors.ts";
import type { Client, RateLimitState } from "#shared/contract/rate-limit.ts";
import type { KeyLimits } from "#shared/contract/values/key-limits.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { AllowanceStore } from "./allowance-store.ts";
import { dayOf, type MomentIn, minuteOf, type Span, shareOf } from "./windows.ts";

/** Calls that keys may still make. */
export interface Allowances {
  /**
   * Takes one call of a key, and tells the client how the limits stand. Without a promise where this process has a call left.
   * @throws ServiceError key_calls_exceeded, or StoreUnavailable when the table is needed and does not answer
   */
  take(keyId: number, limits: KeyLimits, client: Client): undefined | Promise<void>;
}

interface AllowancesDependencies {
  readonly store: AllowanceStore;
  readonly clock: Pick<Clock, "now">;
  readonly momentIn: MomentIn;
  /** Whether other processes serve the same keys, as instances on AWS do. One alone counts minutes in memory. */
  readonly hasOthers: boolean;
}

/** Keys whose calls are counted are looked through for spans that are over at most this often. Milliseconds. */
const sweepMs = 10 * 60_000;

/** The calls of one key in one span, as far as this process knows. */
interface Count extends Span {
  readonly policy: "minute" | "day";
  readonly limit: number;
  /** Calls that this process may make, and those that it has made. */
  granted: number;
  used: number;
  /** Calls that no process has reserved, as of the last look. */
  unreserved: number;
  reserving: Promise<void> | undefined;
}

/**
 * Counts calls in minutes of the clock and in days of a zone. A day's calls are reserved in the table in shares, so that neither a restart
 * nor another process overshoots; a minute's calls are, too, where there are several processes. A share ends with its span.
 */
export function allowances({ store, clock, momentIn, hasOthers }: AllowancesDependencies): Allowances {
  const counts = new Map<string, Count>();
  let sweptAt = clock.now();

  const sweep = (now: number): void => {
    if (Math.abs(now - sweptAt) < sweepMs) return;
    sweptAt = now;
    for (const [name, { endsAt }] of counts) if (endsAt <= now) counts.delete(name);
  };

  const countOf = (keyId: number, policy: Count["policy"], limit: number, limits: KeyLimits, now: number): Count => {
    const name = `${policy} ${keyId} ${policy === "day" ? limits.timeZone : ""}`;
    const known = counts.get(name);
    const isOfNow = known !== undefined && now >= known.startsAt && now < known.endsAt;
    if (isOfNow && known.limit === limit) return known;
    sweep(now);
    const span = policy === "minute" ? minuteOf(now) : dayOf(now, limits, momentIn);
    const isReserved = hasOthers || policy === "day";
    const fresh = isReserved ? { granted: 0, unreserved: limit } : { granted: limit, unreserved: 0 };
    const count: Count = { ...span, policy, limit, used: 0, reserving: undefined, ...fresh };
    // A limit that was changed counts for the span that has begun: the table knows what was reserved in it, and memory what was used.
    if (isOfNow && !isReserved) count.used = known.used;
    counts.set(name, count);
    return count;
  };

  const countsOf = (keyId: number, limits: KeyLimits): Count[] => {
    const now = clock.now();
    const { callsPerMinute, callsPerDay } = limits;
    return [
      ...(callsPerMinute === null ? [] : [countOf(keyId, "minute", callsPerMinute, limits, now)]),
      ...(callsPerDay === null ? [] : [countOf(keyId, "day", callsPerDay, limits, now)]),
    ];
  };

  /** One at a time for each key and span: those who wait look again. */
  const reserve = (keyId: number, count: Count): Promise<void> => {
    const share = shareOf(count.limit);
    count.reserving ??= store
      .reserve(keyId, count.policy, count, share)
      .then((before) => {
        count.granted += Math.max(0, Math.min(share, count.limit - before));
        count.unreserved = Math.max(0, count.limit - before - share);
      })
      .finally(() => {
        count.reserving = undefined;
      });
    return count.reserving;
  };

  const take = (keyId: number, limits: KeyLimits, client: Client): undefined | Promise<void> => {
    const wanted = countsOf(keyId, limits);
    const short = wanted.find(({ used, granted }) => used >= granted);
    if (short === undefined) {
      for (const count of wanted) count.used += 1;
      client.limits = wanted.map((count) => stateOf(count, clock.now()));
      return undefined;
    }
    if (short.unreserved > 0) return reserve(keyId, short).then(() => take(keyId, limits, client));
    client.limits = wanted.map((count) => stateOf(count, clock.now()));
    const retryAfterSeconds = secondsTo(short, clock.now());
    const text = `${short.limit} in a ${short.policy}, and the next one begins in ${retryAfterSeconds} seconds`;
    throw new ServiceError("key_calls_exceeded", { retryAfterSeconds, text });
  };

  return { take };
}

function stateOf(count: Count, now: number): RateLimitState {
  const { policy, limit, startsAt, endsAt, granted, used, unreserved } = count;
  return {
    policy,
    quota: limit,
    windowSeconds: Math.round((endsAt - startsAt) / 1000),
    remaining: Math.max(0, granted - used) + unreserved,
    resetSeconds: secondsTo(count, now),
  };
}

/** Whole seconds to the end of a span, at least one. */
function secondsTo({ endsAt }: Span, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1000));
}
