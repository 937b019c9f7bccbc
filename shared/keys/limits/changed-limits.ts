import { type AdminKeyLimits, type KeyLimits, noLimits } from "#shared/contract/values/key-limits.ts";

/** Limits after a change: what it does not name stays as it is, and null takes all of them away. Null where nothing is limited. */
export function changedLimits(
  current: KeyLimits | null,
  given: GivenLimits<KeyLimits> | null | undefined,
): KeyLimits | null {
  if (given === undefined) return current;
  const next = { ...noLimits, ...current, ...named(given) };
  return given === null || isNone({ ...next, timeZone: null }) ? null : next;
}

/** The same for an Admin API Key. */
export function changedAdminLimits(
  current: AdminKeyLimits | null,
  given: GivenLimits<AdminKeyLimits> | null | undefined,
): AdminKeyLimits | null {
  if (given === undefined) return current;
  const next = { networks: null, ...current, ...named(given) };
  return given === null || isNone(next) ? null : next;
}

/** A moment as it was sent, in milliseconds since the epoch. */
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
