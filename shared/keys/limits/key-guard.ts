import { ServiceError } from "#shared/contract/errors.ts";
import type { AdminKeyLimits, KeyLimits } from "#shared/contract/values/key-limits.ts";
import { networkRule } from "#shared/http/network-rule.ts";
import { type NameRule, nameRule } from "./name-patterns.ts";

/** Fields of a key's record that determine if and for what it can be used. */
export interface GuardedRecord {
  readonly endsAt: number | null;
  readonly isDisabled: boolean;
  readonly limits: KeyLimits | AdminKeyLimits | null;
}

/** Rules on names in the calls of a key. */
export interface NameRules {
  /** Rule for layouts and tables. Undefined allows all. */
  readonly layouts: NameRule | undefined;
  /** Undefined allows all. */
  readonly scripts: NameRule | undefined;
}

/** Prepared rules on the use of a key: methods, networks, names and limits. */
export interface KeyGuard {
  /** Undefined if calls can name anything. */
  readonly names: NameRules | undefined;
  /** Undefined if calls aren't counted. */
  readonly counted: KeyLimits | undefined;
  /** @throws ServiceError key_disabled, key_ended, key_network_refused */
  checkCaller(address: string, now: number): void;
  /**
   * Checks the method. `headers` has alternating names and values.
   * @throws ServiceError key_method_refused, key_call_unchecked
   */
  checkMethod(method: string, headers: readonly string[]): void;
}

/** Returns undefined for a key without limits, whose calls then need no checks. */
export function keyGuard({ endsAt, isDisabled, limits }: GuardedRecord): KeyGuard | undefined {
  if (endsAt === null && !isDisabled && limits === null) return undefined;
  const known = limits !== null && "methods" in limits ? limits : undefined;
  const isInside = limits === null || limits.networks === null ? undefined : networkRule(limits.networks);
  const methods = known?.methods === undefined || known.methods === null ? undefined : new Set<string>(known.methods);
  return {
    names: known && namesOf(known),
    counted: known !== undefined && (known.callsPerMinute !== null || known.callsPerDay !== null) ? known : undefined,

    checkCaller(address, now) {
      if (isDisabled) throw new ServiceError("key_disabled");
      if (endsAt !== null && now >= endsAt) throw new ServiceError("key_ended");
      if (isInside?.(address) === false) throw new ServiceError("key_network_refused", { text: address });
    },

    checkMethod(method, headers) {
      if (methods === undefined) return;
      // Some servers use the method in such a header instead of the call's method.
      if (headers.some((name, index) => index % 2 === 0 && methodHeader.test(name)))
        throw new ServiceError("key_call_unchecked", { text: "a header names another method" });
      if (!methods.has(method === "HEAD" ? "GET" : method))
        throw new ServiceError("key_method_refused", { text: method });
    },
  };
}

/** Returns true if a key can be used at a given time. */
export function isUsable({ endsAt, isDisabled }: Pick<GuardedRecord, "endsAt" | "isDisabled">, now: number): boolean {
  return !isDisabled && (endsAt === null || now < endsAt);
}

const methodHeader = /^x-(?:http-)?method(?:-override)?$/i;

function namesOf({ layouts, scripts }: KeyLimits): NameRules | undefined {
  if (layouts === null && scripts === null) return undefined;
  return {
    layouts: layouts === null ? undefined : nameRule(layouts),
    scripts: scripts === null ? undefined : nameRule(scripts),
  };
}
