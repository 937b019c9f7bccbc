import type { DataApiKey } from "#shared/keys/contract.ts";

/** Property of a key that is derived from its fields. */
export type KeyMark = "failing" | "never" | "unused" | "any";
export const keyMarks: readonly KeyMark[] = ["failing", "never", "unused", "any"];

/** Returns the mark in an address; undefined if there is none. */
export function keyMark(name: string | undefined): KeyMark | undefined {
  return keyMarks.find((mark) => mark === name);
}

const dayMs = 86_400_000;
const unusedDays = 90;
const recentDays = 7;

type Used = Pick<DataApiKey, "last_used"> & Partial<Pick<DataApiKey, "failing_since" | "allow_any_database">>;

/** Returns the marks of a key, most severe first. */
export function marksOf(key: Used, now: number): readonly KeyMark[] {
  const marks: KeyMark[] = [];
  if (isFailing(key)) marks.push("failing");
  if (key.last_used === null) marks.push("never");
  else if (now - Date.parse(key.last_used) > unusedDays * dayMs) marks.push("unused");
  if (key.allow_any_database === true) marks.push("any");
  return marks;
}

/** Returns true if FileMaker Server rejects the key's account. */
export function isFailing({ failing_since = null }: Partial<Pick<DataApiKey, "failing_since">>): boolean {
  return failing_since !== null;
}

/** Returns true if the key was used in the last seven days, so that its deletion would be noticed soon. */
export function isInUse({ last_used }: Used, now: number): boolean {
  return last_used !== null && now - Date.parse(last_used) <= recentDays * dayMs;
}
