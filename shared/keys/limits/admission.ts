import type { Client } from "#shared/contract/rate-limit.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Allowances, CountedKey } from "./allowances.ts";
import type { KeyGuard } from "./key-guard.ts";

/** Key in use, of any kind. */
export interface GuardedKey {
  readonly record: CountedKey;
  /** Undefined for a key without limits. */
  readonly guard: KeyGuard | undefined;
}

/** Parts of a call that a key's limits apply to. */
export interface AdmittedCall {
  readonly method: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly client: Client;
}

/** Admits calls of keys according to their limits. */
export interface Admission {
  /**
   * Checks that the key can be used now and from this address.
   * @throws ServiceError key_disabled, key_ended, key_network_refused
   */
  check(key: GuardedKey, client: Client): void;
  /**
   * Checks the key, the method and the rate limits, and counts the call. Only returns a promise if it must wait.
   * @throws ServiceError
   */
  admit(key: GuardedKey, call: AdmittedCall): undefined | Promise<void>;
  /**
   * Counts another call.
   * @throws ServiceError key_calls_exceeded
   */
  count(key: GuardedKey, client: Client): undefined | Promise<void>;
}

export function admission(clock: Pick<Clock, "now">, allowances: Allowances): Admission {
  const check: Admission["check"] = ({ guard }, { address }) => guard?.checkCaller(address, clock.now());

  const count: Admission["count"] = ({ record, guard }, client) =>
    guard?.counted === undefined ? undefined : allowances.take(record, guard.counted, client);

  return {
    check,
    count,
    admit(key, { method, headers, client }) {
      if (key.guard === undefined) return undefined;
      check(key, client);
      key.guard.checkMethod(method, headers);
      return count(key, client);
    },
  };
}
