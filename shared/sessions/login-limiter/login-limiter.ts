import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import { addressGroup } from "#shared/http/address-group.ts";
import type { NetworkRule } from "#shared/http/network-rule.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { acceptedClients } from "./accepted-clients.ts";
import { countsWithFallback } from "./counts-with-fallback.ts";
import { tableCounts } from "./failure-counts.ts";
import { type FailureCount, noFailures } from "./failure-limits.ts";
import { memoryCounts } from "./memory-counts.ts";
import { orWithoutStore } from "./or-without-store.ts";
import { type SharedPlaces, sharedPlaces } from "./shared-places.ts";
import { rateLimitStates, type Subject, subjectsOf } from "./subjects.ts";
import { waitedForOnce } from "./waited-for-once.ts";

/** Delay in milliseconds of a known client's check while the whole server has too many failures. */
const slowedMs = 1_000;
/** Maximum wait for checks of other processes, and the polling interval, in milliseconds. */
const placeWaitMs = 5_000;
const placeEveryMs = 250;

/**
 * Outcome of checking a credential. `locked`: the server temporarily rejects even valid credentials of this account. `undecided`: the
 * password wasn't checked.
 */
export type CheckOutcome = "accepted" | "refused" | "locked" | "undecided";

/** Credential to check, and the client that sent it. */
export interface LoginCredential {
  readonly client: Client;
  /** Accounts of files, accounts of the Admin Console and tokens of its API are counted separately. */
  readonly kind: "file account" | "admin account" | "admin token";
  /** Account names, compared case-insensitively as FileMaker does. Several if one check tries several accounts at once. */
  readonly names: readonly string[];
}

/** Protects every check of a FileMaker credential against guessing. */
export interface LoginLimiter {
  /**
   * Runs `check` unless too many credentials were rejected before. Undecided checks and checks that throw don't count: neither as a
   * failure, nor as a success that resets the failures of this client. The state of the limits after a counted or rejected check is stored
   * in `client`.
   * @throws ServiceError too_many_attempts with the seconds to wait
   */
  attempt(credential: LoginCredential, check: () => Promise<CheckOutcome>): Promise<CheckOutcome>;
}

interface LoginLimiterDependencies {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Clock;
  /** True if other processes check credentials concurrently. */
  readonly hasOthers: boolean;
  /** Returns true for addresses whose clients count as known for every account. */
  readonly isKnownNetwork: NetworkRule;
}

/**
 * Creates the login limiter. Checks that could together exceed a limit wait for each other, so that parallel guesses have no advantage.
 * Within a process they wait in memory. With several processes, they also use places in the table.
 */
export function loginLimiter(dependencies: LoginLimiterDependencies): LoginLimiter {
  const { table: store, vault, clock, hasOthers, isKnownNetwork } = dependencies;
  const { table, again } = waitedForOnce(store);
  const counts = countsWithFallback(tableCounts(table, clock), memoryCounts(clock), clock);
  const places = hasOthers ? sharedPlaces(table, clock, counts) : undefined;
  const accepted = acceptedClients(table, clock);
  const underWay = new Map<string, Set<Promise<void>>>();
  let refusals = 0;

  /** Waits until another check can't exceed any limit, and reserves its place. */
  const reserve = async (
    subjects: readonly Subject[],
    settled: Promise<void>,
    client: Client,
  ): Promise<FailureCount[]> => {
    for (let waitedMs = 0; ; ) {
      const before = refusals;
      const states = await Promise.all(subjects.map((subject) => counts.read(subject)));
      // A check finished meanwhile, and its failure may be missing in the counts.
      if (refusals !== before) continue;
      const pauses = subjects.map(({ refuses }, index) => (refuses ? (states[index]?.pausedUntil ?? 0) : 0));
      const pauseMs = Math.max(...pauses) - clock.now();
      if (pauseMs > 0) {
        client.limits = rateLimitStates(subjects, states, clock.now());
        throw new ServiceError("too_many_attempts", { retryAfterSeconds: Math.ceil(pauseMs / 1000) });
      }
      // Nothing is awaited from here until the place is reserved, so that two checks can't take the same place.
      const full = subjects.find(({ id, limit, refuses }, index) => {
        const allowed = Math.max(1, limit.failures - (states[index]?.failures ?? 0));
        return refuses && (underWay.get(id)?.size ?? 0) >= allowed;
      });
      if (full !== undefined) {
        await Promise.race(underWay.get(full.id) ?? []);
        continue;
      }
      for (const { id, refuses } of subjects)
        if (refuses) underWay.set(id, (underWay.get(id) ?? new Set()).add(settled));
      if (places === undefined || (await takeAll(places, subjects))) return states;
      release(subjects, settled);
      if (waitedMs >= placeWaitMs) throw new ServiceError("too_many_attempts", { retryAfterSeconds: 1 });
      await clock.sleep(placeEveryMs);
      waitedMs += placeEveryMs;
    }
  };

  /** Resets the failures of the client only: otherwise each sign-in of the user would also reset the guesses of others. */
  const afterSuccess = async (subject: Subject, before: FailureCount = noFailures): Promise<FailureCount> => {
    if (subject.policy !== "client") return before;
    if (before.failures > 0) await counts.forget(subject);
    return noFailures;
  };

  const release = (subjects: readonly Subject[], settled: Promise<void>): void => {
    for (const { id } of subjects) {
      const others = underWay.get(id);
      others?.delete(settled);
      if (others?.size === 0) underWay.delete(id);
    }
  };

  /** Names are only stored as fingerprints, because people sometimes enter a password as the user name. */
  const fingerprintOf = async (text: string): Promise<string> => {
    const [fingerprint] = await vault.fingerprints("attempts", text);
    return fingerprint;
  };

  const accountOf = async (kind: LoginCredential["kind"], name: string, clients: readonly string[]) => {
    const fingerprint = await fingerprintOf(`${kind}\0${name.toLowerCase()}`);
    // Tokens are new with every session, so the limiter remembers whether any token was accepted from a client.
    const remembered = kind === "admin token" ? await fingerprintOf(kind) : fingerprint;
    const { isAccepted, from } = await accepted.find(remembered, clients);
    return { fingerprint, remembered, isAccepted, knownClient: from[0] };
  };

  /** Returns the client's name if it counts as known for every account, so that others can't use up its limit. */
  const vouchedClient = ({ address, adminKeyId }: Client): string | undefined => {
    if (adminKeyId !== undefined) return `key-${adminKeyId}`;
    return isKnownNetwork(address) ? addressGroup(address) : undefined;
  };

  return {
    async attempt({ client, kind, names }, check) {
      again();
      const addressId = addressGroup(client.address);
      const clients = client.browser === undefined ? [addressId] : [client.browser, addressId];
      const accounts = await Promise.all(names.map((name) => accountOf(kind, name, clients)));
      const isKnown = accounts.every(({ knownClient }) => knownClient !== undefined);
      const subjects = subjectsOf(accounts, addressId, vouchedClient(client));
      const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
      const before = await reserve(subjects, settled, client);
      try {
        // Only known clients get here while the server's limit is reached; others were already rejected.
        if (before.some(({ pausedUntil }) => pausedUntil > clock.now())) await clock.sleep(slowedMs);
        const outcome = await check();
        if (outcome === "accepted") {
          const after = await Promise.all(subjects.map((subject, index) => afterSuccess(subject, before[index])));
          for (const { remembered } of accounts) await accepted.remember(remembered, clients);
          client.limits = rateLimitStates(subjects, after, clock.now());
        }
        // A locked account doesn't reveal if the password is valid. Callers with the right password only wait; guesses must stay limited.
        if (outcome === "refused" || (outcome === "locked" && !isKnown)) {
          const after = await Promise.all(subjects.map((subject) => counts.add(subject)));
          refusals += 1;
          client.limits = rateLimitStates(subjects, after, clock.now());
        }
        return outcome;
      } finally {
        if (places !== undefined) await giveBack(places, subjects);
        release(subjects, settled);
        settle();
      }
    },
  };
}

/** Takes a place for each count that rejects, or none. While the store is unavailable, each process has its own places. */
async function takeAll(places: SharedPlaces, subjects: readonly Subject[]): Promise<boolean> {
  const taken: Subject[] = [];
  for (const subject of subjects.filter(({ refuses }) => refuses)) {
    if (!(await orWithoutStore(true, places.take(subject)))) {
      await giveBack(places, taken);
      return false;
    }
    taken.push(subject);
  }
  return true;
}

/** Places that can't be returned to the store expire there. */
async function giveBack(places: SharedPlaces, subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) if (subject.refuses) await orWithoutStore(undefined, places.giveBack(subject));
}
