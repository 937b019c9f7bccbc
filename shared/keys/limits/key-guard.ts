import { ServiceError } from "#shared/contract/errors.ts";
import type { AdminKeyLimits, KeyLimits } from "#shared/contract/values/key-limits.ts";
import { networkRule } from "#shared/http/network-rule.ts";
import { type NameRule, nameRule } from "./name-patterns.ts";

/** What of a key's record says whether and for what it may be used. */
export interface GuardedRecord {
  readonly endsAt: number | null;
  readonly isDisabled: boolean;
  readonly limits: KeyLimits | AdminKeyLimits | null;
}

/** Which names calls of a key may hold. */
export interface NameRules {
  /** Layouts and tables. Undefined: any. */
  readonly layouts: NameRule | undefined;
  /** Undefined: any. */
  readonly scripts: NameRule | undefined;
}

/** What a key may be used for, and from where, made ready for its calls. */
export interface KeyGuard {
  /** Undefined where calls may name what they like. */
  readonly names: NameRules | undefined;
  /** Undefined where calls are not counted. */
  readonly counted: KeyLimits | undefined;
  /** @throws ServiceError key_disabled, key_ended, key_network_refused */
  checkCaller(address: string, now: number): void;
  /** `headers`: alternating names and values. @throws ServiceError key_method_refused, key_call_unchecked */
  checkMethod(method: string, headers: readonly string[]): void;
}

/** Undefined for a key that is not limited in anything: its calls pay nothing then. */
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
      // Some servers take the method that such a header names in place of the call's own.
      if (headers.some((name, index) => index % 2 === 0 && methodHeader.test(name)))
        throw new ServiceError("key_call_unchecked", { text: "a header names another method" });
      if (!methods.has(method === "HEAD" ? "GET" : method))
        throw new ServiceError("key_method_refused", { text: method });
    },
  };
}

/** Whether a key opens anything at all at a moment. */
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
