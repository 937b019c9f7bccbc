import { ServiceError } from "#shared/contract/errors.ts";
import type { Client, RateLimitState } from "#shared/contract/rate-limit.ts";
import type { KeyLimits } from "#shared/contract/values/key-limits.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { DataKeyRecord } from "../record.ts";
import type { AllowanceStore } from "./allowance-store.ts";
import type { OtherProcesses } from "./other-processes.ts";
import { dayOf, type MomentIn, minuteOf, type Span, shareOf } from "./windows.ts";

/** A key as its calls are counted: those of a day together with the keys that it replaced. */
export type CountedKey = Pick<DataKeyRecord, "id" | "dayCountOf">;

/** Calls that keys may still make. */
export interface Allowances {
  /**
   * Takes one call of a key, and tells the client how the limits stand. Without a promise where this process has a call left.
   * @throws ServiceError key_calls_exceeded, or StoreUnavailable when the table is needed and does not answer
   */
  take(key: CountedKey, limits: KeyLimits, client: Client): undefined | Promise<void>;
  readonly others: Pick<OtherProcesses, "look" | "leave">;
}

interface AllowancesDependencies {
  readonly store: AllowanceStore;
  readonly clock: Pick<Clock, "now">;
  readonly momentIn: MomentIn;
  /** Other processes that serve the same keys, which are handed what was counted in memory when they come. */
  readonly others: (handOver: () => Promise<void>) => OtherProcesses;
}

/** Keys whose calls are counted are looked through for spans that are over at most this often. Milliseconds. */
const sweepMs = 10 * 60_000;

/** The calls of one key in one span, as far as this process knows. */
interface Count extends Span {
  /** The key in whose name calls are reserved. */
  readonly reservedFor: number;
  readonly policy: "minute" | "day";
  readonly limit: number;
  /** Calls that this process may make, and those that it has made. */
  granted: number;
  used: number;
  /** Calls that no process has reserved, as of the last look. */
  unreserved: number;
  /** Whether no other process counts in this span. */
  isAlone: boolean;
  /** Calls that were made without the table, and that it does not know. */
  owed: number;
  reserving: Promise<void> | undefined;
}

/**
 * Counts calls in minutes of the clock and in days of a zone. A day's calls are reserved in the table in shares, so that neither a restart
 * nor another process overshoots; a minute's calls are, too, where there are several processes. A share ends with its span.
 */
export function allowances({ store, clock, momentIn, others: othersWith }: AllowancesDependencies): Allowances {
  const counts = new Map<string, Count>();
  let sweptAt = clock.now();

  const sweep = (now: number): void => {
    if (Math.abs(now - sweptAt) < sweepMs) return;
    sweptAt = now;
    for (const [name, { endsAt }] of counts) if (endsAt <= now) counts.delete(name);
  };

  const countOf = (key: CountedKey, policy: Count["policy"], limit: number, limits: KeyLimits, now: number): Count => {
    const name = `${policy} ${key.id} ${policy === "day" ? limits.timeZone : ""}`;
    const known = counts.get(name);
    const isOfNow = known !== undefined && now >= known.startsAt && now < known.endsAt;
    if (isOfNow && known.isAlone && !others.wereNoneSince(known.startsAt)) toTable(known);
    if (isOfNow && known.limit === limit) return known;
    sweep(now);
    const span = policy === "minute" ? minuteOf(now) : dayOf(now, limits, momentIn);
    const isAlone = policy === "minute" && others.wereNoneSince(span.startsAt);
    const fresh = isAlone ? { granted: limit, unreserved: 0 } : { granted: 0, unreserved: limit };
    const reservedFor = policy === "day" ? (key.dayCountOf ?? key.id) : key.id;
    const unused = { used: 0, isAlone, owed: 0, reserving: undefined } as const;
    const count: Count = { ...span, reservedFor, policy, limit, ...unused, ...fresh };
    // A limit that was changed counts for the span that has begun: the table knows what was reserved in it, and memory what was used.
    if (isOfNow && isAlone) count.used = known.used;
    if (isOfNow && !isAlone) count.owed = known.owed;
    counts.set(name, count);
    return count;
  };

  const countsOf = (key: CountedKey, limits: KeyLimits): Count[] => {
    const now = clock.now();
    const { callsPerMinute, callsPerDay } = limits;
    return [
      ...(callsPerMinute === null ? [] : [countOf(key, "minute", callsPerMinute, limits, now)]),
      ...(callsPerDay === null ? [] : [countOf(key, "day", callsPerDay, limits, now)]),
    ];
  };

  /** From here on others count too: what was called so far is all that was granted. */
  const toTable = (count: Count): void => {
    count.isAlone = false;
    count.owed = count.used;
    count.granted = count.used;
    count.unreserved = count.limit - count.used;
  };

  /** One at a time for each key and span: those who wait look again. */
  const reserve = (count: Count, share = shareOf(count.limit)): Promise<void> => {
    const { owed } = count;
    count.reserving ??= store
      .reserve(count.reservedFor, count.policy, count, share + owed)
      .then((before) => {
        count.owed -= owed;
        count.granted += Math.max(0, Math.min(share, count.limit - before - owed));
        count.unreserved = Math.max(0, count.limit - before - owed - share);
      })
      .finally(() => {
        count.reserving = undefined;
      });
    return count.reserving;
  };

  /** Writes down the calls of minutes that are not over. */
  const handOver = async (): Promise<void> => {
    const own = [...counts.values()].filter(({ endsAt }) => endsAt > clock.now());
    for (const count of own) if (count.isAlone) toTable(count);
    await Promise.all(own.filter(({ owed }) => owed > 0).map((count) => reserve(count, 0)));
  };

  const others = othersWith(handOver);

  const take = (key: CountedKey, limits: KeyLimits, client: Client): undefined | Promise<void> => {
    const meeting = limits.callsPerMinute === null ? undefined : others.meet();
    if (meeting !== undefined) return meeting.then(() => take(key, limits, client));
    const wanted = countsOf(key, limits);
    const short = wanted.find(({ used, granted }) => used >= granted) ?? wanted.find(isUnknown);
    if (short === undefined) {
      for (const count of wanted) count.used += 1;
      client.limits = wanted.map((count) => stateOf(count, clock.now()));
      return undefined;
    }
    if (short.unreserved > 0 && !isUnknown(short)) return reserve(short).then(() => take(key, limits, client));
    client.limits = wanted.map((count) => stateOf(count, clock.now()));
    const retryAfterSeconds = secondsTo(short, clock.now());
    const text = `${short.limit} in a ${short.policy}, and the next one begins in ${retryAfterSeconds} seconds`;
    throw new ServiceError("key_calls_exceeded", { retryAfterSeconds, text });
  };

  /** Whether another process may have let calls in that nobody knows of. */
  const isUnknown = ({ policy, startsAt }: Count): boolean => policy === "minute" && !others.isKnownFrom(startsAt);

  return { take, others };
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
