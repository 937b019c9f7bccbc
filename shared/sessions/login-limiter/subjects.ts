import type { RateLimitState } from "#shared/contract/rate-limit.ts";
import type { Counted } from "./failure-counts.ts";
import { type FailureCount, type FailureLimit, windowOf } from "./failure-limits.ts";

const minute = 60_000;
const guessing = { windowMs: 15 * minute, longestPauseSeconds: 15 * 60, rememberedMs: 15 * minute } as const;

/** What failures are counted by (L1). The server's limit keeps FileMaker Server from locking accounts itself. */
const limits = {
  client: { failures: 10, ...guessing },
  address: { failures: 20, ...guessing },
  account: { failures: 20, refillMs: 7 * minute },
  server: { failures: 20, rollingMs: minute },
} as const satisfies Readonly<Record<string, FailureLimit>>;

/** One of the counts that a check belongs to. */
export interface Subject extends Counted {
  readonly policy: keyof typeof limits;
  /** Whether it refuses. The server's count refuses nobody whose account was accepted from there before. */
  readonly refuses: boolean;
}

/** One account of a check, and where it was accepted before. */
export interface CheckedAccount {
  readonly fingerprint: string;
  readonly isAccepted: boolean;
  /** The client that it was accepted from within 30 days; undefined where it was not. */
  readonly knownClient: string | undefined;
}

/**
 * The counts of a check. A client that an account was accepted from has one of its own for it, which no other client uses up. All
 * others share what the account, their address and the server allow. Names that were never accepted are counted apart, so that any
 * number of made-up ones leaves the counts of accounts as they are; the numbers are the same.
 *
 * `vouched` names a client that counts as known for every account. It has its own counts too, and one for all accounts together instead of its address's.
 */
export function subjectsOf(
  accounts: readonly CheckedAccount[],
  addressId: string,
  vouched: string | undefined,
): readonly Subject[] {
  const isKnown = accounts.every(({ knownClient }) => knownClient !== undefined);
  const subject = (policy: Subject["policy"], id: string, refuses = true): Subject => ({
    policy,
    id,
    limit: limits[policy],
    refuses,
  });
  return [
    ...accounts.flatMap(({ fingerprint, isAccepted, knownClient = vouched }) => {
      const kind = isAccepted ? "" : "new-";
      const ofClient = subject("client", `${kind}client#${fingerprint}#${knownClient ?? addressId}`);
      return knownClient === undefined ? [ofClient, subject("account", `${kind}account#${fingerprint}`)] : [ofClient];
    }),
    ...(isKnown ? [] : [subject("address", `address#${vouched ?? addressId}`)]),
    subject("server", "server#", !isKnown && vouched === undefined),
  ];
}

/** What counts, one per subject, report of the limits: of each policy the least that is left. */
export function rateLimitStates(
  subjects: readonly Subject[],
  counts: readonly FailureCount[],
  now: number,
): readonly RateLimitState[] {
  const states = new Map<string, RateLimitState>();
  for (const [index, { policy, limit, refuses }] of subjects.entries()) {
    const { failures, pausedUntil, endsAt } = counts[index] as FailureCount;
    const isPaused = pausedUntil > now;
    // Behind a pause one failure is allowed, and makes the next.
    const remaining = isPaused ? 0 : Math.max(1, limit.failures - failures);
    const resetMs = (isPaused ? pausedUntil : endsAt) - now;
    const resetSeconds = failures === 0 ? undefined : Math.max(0, Math.ceil(resetMs / 1000));
    const other = states.get(policy);
    if (!refuses || (other !== undefined && other.remaining <= remaining)) continue;
    states.set(policy, {
      policy,
      quota: limit.failures,
      windowSeconds: windowOf(limit) / 1000,
      remaining,
      resetSeconds,
    });
  }
  return [...states.values()];
}
