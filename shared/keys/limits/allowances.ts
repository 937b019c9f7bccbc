import { ServiceError } from "#shared/contract/errors.ts";
import type { Client, RateLimitState } from "#shared/contract/rate-limit.ts";
import type { KeyLimits } from "#shared/contract/values/key-limits.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { DataKeyRecord } from "../record.ts";
import type { AllowanceStore } from "./allowance-store.ts";
import type { OtherProcesses } from "./other-processes.ts";
import { dayOf, minuteOf, type Span, shareOf } from "./windows.ts";

/** Key for counting calls. Daily calls are counted together with those of the keys it replaced. */
export type CountedKey = Pick<DataKeyRecord, "id" | "dayCountOf">;

/** Remaining calls of keys. */
export interface Allowances {
  /**
   * Uses one call of a key, and sends the state of the limits to the client. Only returns a promise if this process has no reserved call
   * left.
   * @throws ServiceError key_calls_exceeded, or StoreUnavailable if the table is needed and doesn't respond
   */
  take(key: CountedKey, limits: KeyLimits, client: Client): undefined | Promise<void>;
  readonly others: Pick<OtherProcesses, "look" | "leave">;
}

interface AllowancesDependencies {
  readonly store: AllowanceStore;
  readonly clock: Pick<Clock, "now">;
  /** Creates the view of other processes that serve the same keys. When one starts, `handOver` writes the calls counted in memory. */
  readonly others: (handOver: () => Promise<void>) => OtherProcesses;
}

/** Minimum interval in milliseconds between searches for expired counts. */
const sweepMs = 10 * 60_000;

/** Calls of one key in one span, as far as this process knows. */
interface Count extends Span {
  /** Id of the key that calls are reserved for. */
  readonly reservedFor: number;
  readonly policy: "minute" | "day";
  readonly limit: number;
  /** Number of calls that this process can make and has made. */
  granted: number;
  used: number;
  /** Number of calls that no process has reserved, as of the last read. */
  unreserved: number;
  /** True if no other process counts in this span. */
  isAlone: boolean;
  /** Number of calls that were made without the table and aren't stored yet. */
  owed: number;
  reserving: Promise<void> | undefined;
}

/**
 * Counts calls in clock minutes and in days of a time zone. Calls of a day are reserved in the table in shares, so that neither a restart
 * nor another process exceeds the limit. With several processes, this also applies to calls of a minute. A share ends with its span.
 */
export function allowances({ store, clock, others: othersWith }: AllowancesDependencies): Allowances {
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
    const span = policy === "minute" ? minuteOf(now) : dayOf(now, limits);
    const isAlone = policy === "minute" && others.wereNoneSince(span.startsAt);
    const fresh = isAlone ? { granted: limit, unreserved: 0 } : { granted: 0, unreserved: limit };
    const reservedFor = policy === "day" ? (key.dayCountOf ?? key.id) : key.id;
    const unused = { used: 0, isAlone, owed: 0, reserving: undefined } as const;
    const count: Count = { ...span, reservedFor, policy, limit, ...unused, ...fresh };
    // A changed limit applies to the current span: the table has the reserved calls, and memory has the used ones.
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

  /** From now on other processes count too: no calls are granted beyond those already made. */
  const toTable = (count: Count): void => {
    count.isAlone = false;
    count.owed = count.used;
    count.granted = count.used;
    count.unreserved = count.limit - count.used;
  };

  /** Reserves once at a time for each key and span; waiting callers check again. */
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

  /** Writes the calls of unfinished minutes. */
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
    const text = `${short.limit} per ${short.policy}; more calls are allowed in ${retryAfterSeconds} seconds`;
    throw new ServiceError("key_calls_exceeded", { retryAfterSeconds, text });
  };

  /** Returns true if another process may have admitted calls that aren't stored. */
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

/** Returns whole seconds to the end of a span, at least one. */
function secondsTo({ endsAt }: Span, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1000));
}
