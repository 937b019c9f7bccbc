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

/** How much later a known client's check is made while the whole server has seen too many failures. */
const slowedMs = 1_000;
/** How long a check waits for those of other processes, and how often it asks whether one is at its end. */
const placeWaitMs = 5_000;
const placeEveryMs = 250;

/**
 * How a check of a credential ended. `locked`: the server refuses even right ones of this account for a while. `undecided`: it did not
 * come to the point of looking at the password.
 */
export type CheckOutcome = "accepted" | "refused" | "locked" | "undecided";

/** Whose credential is checked, and for whom. */
export interface LoginCredential {
  readonly client: Client;
  /** Accounts of files, of the Admin Console, and tokens of its API are kept apart. */
  readonly kind: "file account" | "admin account" | "admin token";
  /** Without regard to case, as FileMaker compares account names. Several where one check shows several accounts at once. */
  readonly names: readonly string[];
}

/** Guards every check of a FileMaker credential against guessing. */
export interface LoginLimiter {
  /**
   * Runs `check` unless too many credentials were refused before. What is undecided, and checks that throw, count for nothing:
   * not as a failure, and not as the success that forgets the failures of this client. How the limits stand after what counted, or
   * refused, is left with the client.
   * @throws ServiceError too_many_attempts with the seconds to wait
   */
  attempt(credential: LoginCredential, check: () => Promise<CheckOutcome>): Promise<CheckOutcome>;
}

interface LoginLimiterDependencies {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Whether other processes check credentials at the same time. */
  readonly hasOthers: boolean;
  /** True for addresses whose clients count as known for every account. */
  readonly isKnownNetwork: NetworkRule;
}

/**
 * Checks that could exceed a limit together wait for each other, so parallel guesses gain nothing: those of a process in its memory, and where there
 * are others, also by places on the table.
 */
export function loginLimiter(dependencies: LoginLimiterDependencies): LoginLimiter {
  const { table: store, vault, clock, hasOthers, isKnownNetwork } = dependencies;
  const { table, again } = waitedForOnce(store);
  const counts = countsWithFallback(tableCounts(table, clock), memoryCounts(clock), clock);
  const places = hasOthers ? sharedPlaces(table, clock, counts) : undefined;
  const accepted = acceptedClients(table, clock);
  const underWay = new Map<string, Set<Promise<void>>>();
  let refusals = 0;

  /** Waits until one more check could not exceed any limit, and holds its place. */
  const reserve = async (
    subjects: readonly Subject[],
    settled: Promise<void>,
    client: Client,
  ): Promise<FailureCount[]> => {
    for (let waitedMs = 0; ; ) {
      const before = refusals;
      const states = await Promise.all(subjects.map((subject) => counts.read(subject)));
      // A check whose refusal may be missing from what was read has given up its place meanwhile.
      if (refusals !== before) continue;
      const pauses = subjects.map(({ refuses }, index) => (refuses ? (states[index]?.pausedUntil ?? 0) : 0));
      const pauseMs = Math.max(...pauses) - clock.now();
      if (pauseMs > 0) {
        client.limits = rateLimitStates(subjects, states, clock.now());
        throw new ServiceError("too_many_attempts", { retryAfterSeconds: Math.ceil(pauseMs / 1000) });
      }
      // From here to the end of the round nothing is awaited, so that two checks cannot take the same place.
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

  /** What the client failed with is forgotten, and nothing else: another's guesses would be forgiven each time the user signs in. */
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

  /** The store learns no names: what people type as a user name may be a password. */
  const fingerprintOf = async (text: string): Promise<string> => {
    const [fingerprint] = await vault.fingerprints("attempts", text);
    return fingerprint;
  };

  const accountOf = async (kind: LoginCredential["kind"], name: string, clients: readonly string[]) => {
    const fingerprint = await fingerprintOf(`${kind}\0${name.toLowerCase()}`);
    // A token is new with every session: what is known is whether any was accepted from there.
    const remembered = kind === "admin token" ? await fingerprintOf(kind) : fingerprint;
    const { isAccepted, from } = await accepted.find(remembered, clients);
    return { fingerprint, remembered, isAccepted, knownClient: from[0] };
  };

  /** The client's name if it counts as known for every account: others can't use up what it has left. */
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
        // Only a known client gets here while the server's count is used up: the others have been refused.
        if (before.some(({ pausedUntil }) => pausedUntil > clock.now())) await clock.sleep(slowedMs);
        const outcome = await check();
        if (outcome === "accepted") {
          const after = await Promise.all(subjects.map((subject, index) => afterSuccess(subject, before[index])));
          for (const { remembered } of accounts) await accepted.remember(remembered, clients);
          client.limits = rateLimitStates(subjects, after, clock.now());
        }
        // A lock says nothing of the password. Who knows it only waits for its end; who does not must not ask without end.
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

/** Takes a place for each count that refuses, or none. While the store takes nothing, each process has its own. */
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

/** What the store cannot be given back expires there. */
async function giveBack(places: SharedPlaces, subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) if (subject.refuses) await orWithoutStore(undefined, places.giveBack(subject));
}
