import { ServiceError } from "../contract/errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Table } from "../ports/table.ts";
import { addressGroup } from "./address-group.ts";
import { countsWithFallback, type FailureLimit, memoryCounts, tableCounts } from "./failure-counts.ts";

const minute = 60_000;
const hourSeconds = 3_600;

/** Who failures are counted against (L1). The server's limit keeps FileMaker Server from locking accounts itself. */
const limits = {
  address: { failures: 10, windowMs: 15 * minute, longestPauseSeconds: hourSeconds },
  account: { failures: 5, windowMs: 15 * minute, longestPauseSeconds: hourSeconds },
  server: { failures: 20, windowMs: minute, longestPauseSeconds: 60 },
} as const satisfies Readonly<Record<string, FailureLimit>>;

type Subject = keyof typeof limits;
const subjects = Object.keys(limits) as Subject[];
type Ids = Readonly<Record<Subject, string>>;

/** Guards every check of a FileMaker credential against guessing. */
export interface Attempts {
  /**
   * Runs `check`, which says whether the credential was accepted, unless too many were refused before.
   * Checks that throw count for nothing. A success forgets the account's failures, not the address's.
   * @throws ServiceError too_many_attempts with the seconds to wait
   */
  guard(who: { readonly address: string; readonly account: string }, check: () => Promise<boolean>): Promise<boolean>;
}

/** Inside one process checks that could exceed a limit together wait for each other, so parallel guesses gain nothing. */
export function attempts({ table, clock }: { readonly table: Table; readonly clock: Clock }): Attempts {
  const counts = countsWithFallback(tableCounts(table, clock), memoryCounts(clock));
  const underWay = new Map<string, Set<Promise<void>>>();

  /** Waits until one more check could not exceed any limit, and holds its place. */
  const enter = async (ids: Ids, settled: Promise<void>): Promise<void> => {
    for (;;) {
      const states = await Promise.all(subjects.map((subject) => counts.read(ids[subject])));
      const pauseMs = Math.max(...states.map(({ pausedUntil }) => pausedUntil)) - clock.now();
      if (pauseMs > 0) throw new ServiceError("too_many_attempts", { retryAfterSeconds: Math.ceil(pauseMs / 1000) });
      // From here to the end of the round nothing is awaited, so that two checks cannot take the same place.
      const full = subjects.find((subject, place) => {
        const room = Math.max(1, limits[subject].failures - (states[place]?.failures ?? 0));
        return (underWay.get(ids[subject])?.size ?? 0) >= room;
      });
      if (full === undefined) break;
      await Promise.race(underWay.get(ids[full]) ?? []);
    }
    for (const id of Object.values(ids)) underWay.set(id, (underWay.get(id) ?? new Set()).add(settled));
  };

  const leave = (ids: Ids, settled: Promise<void>): void => {
    for (const id of Object.values(ids)) {
      const others = underWay.get(id);
      others?.delete(settled);
      if (others?.size === 0) underWay.delete(id);
    }
  };

  return {
    async guard(who, check) {
      const ids = {
        address: `address#${addressGroup(who.address)}`,
        account: `account#${who.account}`,
        server: "server",
      };
      const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
      await enter(ids, settled);
      try {
        const accepted = await check();
        if (accepted) await counts.forget(ids.account);
        else await Promise.all(subjects.map((subject) => counts.add(ids[subject], limits[subject])));
        return accepted;
      } finally {
        leave(ids, settled);
        settle();
      }
    },
  };
}
