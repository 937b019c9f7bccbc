import { type AdminKeyLimits, type KeyLimits, noLimits } from "#shared/contract/values/key-limits.ts";

/** Returns the limits after a change: omitted limits stay the same, and null removes all. Null if there are no limits. */
export function changedLimits(
  current: KeyLimits | null,
  given: GivenLimits<KeyLimits> | null | undefined,
): KeyLimits | null {
  if (given === undefined) return current;
  const next = { ...noLimits, ...current, ...named(given) };
  return given === null || isNone({ ...next, timeZone: null }) ? null : next;
}

/** Same as `changedLimits`, for an Admin API key. */
export function changedAdminLimits(
  current: AdminKeyLimits | null,
  given: GivenLimits<AdminKeyLimits> | null | undefined,
): AdminKeyLimits | null {
  if (given === undefined) return current;
  const next = { networks: null, ...current, ...named(given) };
  return given === null || isNone(next) ? null : next;
}

/** Converts a timestamp to milliseconds since the epoch. */
export function momentOf(timestamp: string | null): number | null {
  return timestamp === null ? null : Date.parse(timestamp);
}

type GivenLimits<Limits> = { readonly [Name in keyof Limits]?: Limits[Name] | undefined };

function named<Limits extends object>(given: GivenLimits<Limits> | null): Partial<Limits> {
  const entries = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Limits>;
}

function isNone(limits: object): boolean {
  return Object.values(limits).every((value) => value === null);
}
