import { ServiceError } from "#shared/contract/errors.ts";
import type { Client, RateLimitState } from "#shared/contract/rate-limit.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { addressGroup } from "./address-group.ts";
import { countsWithFallback } from "./counts-with-fallback.ts";
import { type FailureCount, type FailureLimit, noFailures, tableCounts } from "./failure-counts.ts";
import { memoryCounts } from "./memory-counts.ts";

const minute = 60_000;
const guessing = { windowMs: 15 * minute, longestPauseSeconds: 3_600, rememberedMs: 15 * minute } as const;

/** Who failures are counted against (L1). The server's limit keeps FileMaker Server from locking accounts itself. */
const limits = {
  address: { failures: 10, ...guessing },
  account: { failures: 5, ...guessing },
  server: { failures: 20, windowMs: minute, longestPauseSeconds: 60, rememberedMs: 0 },
} as const satisfies Readonly<Record<string, FailureLimit>>;

type Subject = keyof typeof limits;
const subjects = Object.keys(limits) as Subject[];
type SubjectIds = Readonly<Record<Subject, string>>;

/** How a check of a credential ended. `undecided`: the server did not come to the point of looking at the password. */
export type CheckOutcome = "accepted" | "refused" | "undecided";

/** Whose credential is checked, and for whom. */
export interface LoginCredential {
  readonly client: Client;
  /** Accounts of files, of the Admin Console, and tokens of its API are kept apart. */
  readonly kind: "file account" | "admin account" | "admin token";
  /** Without regard to case, as FileMaker compares account names. */
  readonly name: string;
}

/** Guards every check of a FileMaker credential against guessing. */
export interface LoginLimiter {
  /**
   * Runs `check` unless too many credentials were refused before. What is undecided, and checks that throw, count for nothing:
   * not as a failure, and not as the success that forgets the account's failures. Those of the address stay in any case.
   * How the limits stand after what counted, or refused, is left with the client.
   * @throws ServiceError too_many_attempts with the seconds to wait
   */
  attempt(credential: LoginCredential, check: () => Promise<CheckOutcome>): Promise<CheckOutcome>;
}

interface LoginLimiterDependencies {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Inside one process checks that could exceed a limit together wait for each other, so parallel guesses gain nothing. */
export function loginLimiter({ table, vault, clock }: LoginLimiterDependencies): LoginLimiter {
  const counts = countsWithFallback(tableCounts(table, clock), memoryCounts(clock));
  const underWay = new Map<string, Set<Promise<void>>>();
  let refusals = 0;

  /** The store learns no names: what people type as a user name may be a password. */
  const subjectIds = async ({ client, kind, name }: LoginCredential): Promise<SubjectIds> => {
    const [account] = await vault.fingerprints("attempts", `${kind}\0${name.toLowerCase()}`);
    return { address: `address#${addressGroup(client.address)}`, account: `account#${account}`, server: "server" };
  };

  /** Waits until one more check could not exceed any limit, and holds its place. */
  const reserve = async (ids: SubjectIds, settled: Promise<void>, client: Client): Promise<readonly FailureCount[]> => {
    for (;;) {
      const before = refusals;
      const states = await Promise.all(subjects.map((subject) => counts.read(ids[subject])));
      // A check whose refusal may be missing from what was read has given up its place meanwhile.
      if (refusals !== before) continue;
      const pauseMs = Math.max(...states.map(({ pausedUntil }) => pausedUntil)) - clock.now();
      if (pauseMs > 0) {
        client.limits = rateLimitStates(states, clock.now());
        throw new ServiceError("too_many_attempts", { retryAfterSeconds: Math.ceil(pauseMs / 1000) });
      }
      // From here to the end of the round nothing is awaited, so that two checks cannot take the same place.
      const full = subjects.find((subject, index) => {
        const allowed = Math.max(1, limits[subject].failures - (states[index]?.failures ?? 0));
        return (underWay.get(ids[subject])?.size ?? 0) >= allowed;
      });
      if (full !== undefined) {
        await Promise.race(underWay.get(ids[full]) ?? []);
        continue;
      }
      for (const id of Object.values(ids)) underWay.set(id, (underWay.get(id) ?? new Set()).add(settled));
      return states;
    }
  };

  const release = (ids: SubjectIds, settled: Promise<void>): void => {
    for (const id of Object.values(ids)) {
      const others = underWay.get(id);
      others?.delete(settled);
      if (others?.size === 0) underWay.delete(id);
    }
  };

  return {
    async attempt(credential, check) {
      const ids = await subjectIds(credential);
      const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
      const { client } = credential;
      const before = await reserve(ids, settled, client);
      try {
        const outcome = await check();
        if (outcome === "accepted") {
          await counts.forget(ids.account);
          const after = before.map((count, index) => (subjects[index] === "account" ? noFailures : count));
          client.limits = rateLimitStates(after, clock.now());
        }
        if (outcome === "refused") {
          const after = await Promise.all(subjects.map((subject) => counts.add(ids[subject], limits[subject])));
          refusals += 1;
          client.limits = rateLimitStates(after, clock.now());
        }
        return outcome;
      } finally {
        release(ids, settled);
        settle();
      }
    },
  };
}

/** What counts, one per subject, report the limits. */
function rateLimitStates(counts: readonly FailureCount[], now: number): readonly RateLimitState[] {
  return counts.map(({ failures, pausedUntil, endsAt }, index) => {
    const policy = subjects[index] as Subject;
    const limit = limits[policy];
    const isPaused = pausedUntil > now;
    // Behind a pause one failure is allowed, and makes the next.
    const left = isPaused ? 0 : Math.max(1, limit.failures - failures);
    const resetMs = (isPaused ? pausedUntil : endsAt) - now;
    return {
      policy,
      quota: limit.failures,
      windowSeconds: limit.windowMs / 1000,
      remaining: left,
      resetSeconds: failures === 0 ? undefined : Math.max(0, Math.ceil(resetMs / 1000)),
    };
  });
}
