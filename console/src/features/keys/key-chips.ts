import type { DataApiKey } from "#shared/keys/contract.ts";

/** Property of a key that is derived from its fields. */
export type KeyMark =
  | "disabled"
  | "expired"
  | "failing"
  | "expiring"
  | "replaced"
  | "never"
  | "unused"
  | "any"
  | "imported";
export const keyMarks: readonly KeyMark[] = [
  "disabled",
  "expired",
  "failing",
  "expiring",
  "replaced",
  "never",
  "unused",
  "any",
  "imported",
];

/** Returns the mark in an address; undefined if there is none. */
export function keyMark(name: string | undefined): KeyMark | undefined {
  return keyMarks.find((mark) => mark === name);
}

const dayMs = 86_400_000;
const unusedDays = 90;
const recentDays = 7;
const expiringDays = 7;

type Used = Pick<DataApiKey, "last_used"> &
  Partial<
    Pick<DataApiKey, "failing_since" | "allow_any_database" | "is_disabled" | "ends_at" | "replaced_by" | "is_imported">
  >;

/** Returns the marks of a key, most severe first. */
export function marksOf(key: Used, now: number): readonly KeyMark[] {
  const { is_disabled = false, ends_at = null, replaced_by = null } = key;
  const msLeft = ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends_at) - now;
  const marks: KeyMark[] = [];
  if (is_disabled) marks.push("disabled");
  if (msLeft <= 0) marks.push("expired");
  if (isFailing(key)) marks.push("failing");
  // A replaced key is expected to end.
  if (replaced_by !== null && msLeft > 0) marks.push("replaced");
  else if (msLeft > 0 && msLeft <= expiringDays * dayMs) marks.push("expiring");
  if (key.last_used === null) marks.push("never");
  else if (now - Date.parse(key.last_used) > unusedDays * dayMs) marks.push("unused");
  if (key.allow_any_database === true) marks.push("any");
  if (key.is_imported === true) marks.push("imported");
  return marks;
}

/** Returns true if the key opens nothing, because it is disabled or has expired. */
export function isEnded(key: Used, now: number): boolean {
  const marks = marksOf(key, now);
  return marks.includes("disabled") || marks.includes("expired");
}

/** Returns true if FileMaker Server rejects the key's account. */
export function isFailing({ failing_since = null }: Partial<Pick<DataApiKey, "failing_since">>): boolean {
  return failing_since !== null;
}

/** Returns true if the key was used in the last seven days, so that its deletion would be noticed soon. */
export function isInUse({ last_used }: Used, now: number): boolean {
  return last_used !== null && now - Date.parse(last_used) <= recentDays * dayMs;
}
