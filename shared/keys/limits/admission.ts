import type { Client } from "#shared/contract/rate-limit.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Allowances, CountedKey } from "./allowances.ts";
import type { KeyGuard } from "./key-guard.ts";

/** A key that is used, whatever it opens. */
export interface GuardedKey {
  readonly record: CountedKey;
  /** Undefined for a key without limits. */
  readonly guard: KeyGuard | undefined;
}

/** What of a call its key may be limited by. */
export interface AdmittedCall {
  readonly method: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly client: Client;
}

/** Lets calls of keys in, as far as their limits go. */
export interface Admission {
  /** Whether the key may be used at all now, and from there. @throws ServiceError key_disabled, key_ended, key_network_refused */
  check(key: GuardedKey, client: Client): void;
  /** The same for a call with its method, which counts. Without a promise where nothing has to be waited for. @throws ServiceError */
  admit(key: GuardedKey, call: AdmittedCall): undefined | Promise<void>;
  /** Counts one more call. @throws ServiceError key_calls_exceeded */
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
