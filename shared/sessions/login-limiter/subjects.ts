import type { RateLimitState } from "#shared/contract/rate-limit.ts";
import type { Counted } from "./failure-counts.ts";
import { type FailureCount, type FailureLimit, windowOf } from "./failure-limits.ts";

const minute = 60_000;
const guessing = { windowMs: 15 * minute, longestPauseSeconds: 15 * 60, rememberedMs: 15 * minute } as const;

/** Limits on failures by subject. The server's limit prevents FileMaker Server from locking accounts itself. */
const limits = {
  client: { failures: 10, ...guessing },
  address: { failures: 20, ...guessing },
  account: { failures: 20, refillMs: 7 * minute },
  server: { failures: 20, rollingMs: minute },
} as const satisfies Readonly<Record<string, FailureLimit>>;

/** Count that a check belongs to. */
export interface Subject extends Counted {
  readonly policy: keyof typeof limits;
  /** True if the count can reject the check. The server's count doesn't reject clients from which the account was accepted before. */
  readonly refuses: boolean;
}

/** Account of a check, and the clients it was accepted from. */
export interface CheckedAccount {
  readonly fingerprint: string;
  readonly isAccepted: boolean;
  /** Client that it was accepted from within 30 days; undefined if there is none. */
  readonly knownClient: string | undefined;
}

/**
 * Returns the counts of a check. A client that an account was accepted from has its own count for that account, which no other client can
 * use up. All others share the limits of the account, their address and the server. Names that were never accepted have separate counts
 * with the same limits, so that made-up names don't affect accounts.
 *
 * `vouched` names a client that counts as known for every account. It also has its own counts, and one for all accounts together instead of
 * that of its address.
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

/** Returns the state of the limits from counts, one per subject: the lowest remaining number for each policy. */
export function rateLimitStates(
  subjects: readonly Subject[],
  counts: readonly FailureCount[],
  now: number,
): readonly RateLimitState[] {
  const states = new Map<string, RateLimitState>();
  for (const [index, { policy, limit, refuses }] of subjects.entries()) {
    const { failures, pausedUntil, endsAt } = counts[index] as FailureCount;
    const isPaused = pausedUntil > now;
    // After a pause one failure is allowed, which starts the next pause.
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
