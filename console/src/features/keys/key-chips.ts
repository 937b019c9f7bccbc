import type { DataApiKey } from "#shared/keys/contract.ts";

/** What may be said of a key beyond its fields. */
export type KeyMark = "failing" | "never" | "unused" | "any";
export const keyMarks: readonly KeyMark[] = ["failing", "never", "unused", "any"];

/** The mark that an address names; undefined where it names none. */
export function keyMark(name: string | undefined): KeyMark | undefined {
  return keyMarks.find((mark) => mark === name);
}

const dayMs = 86_400_000;
const unusedDays = 90;
const recentDays = 7;

type Used = Pick<DataApiKey, "last_used"> & Partial<Pick<DataApiKey, "failing_since" | "allow_any_database">>;

/** The marks of a key, worst first. */
export function marksOf(key: Used, now: number): readonly KeyMark[] {
  const marks: KeyMark[] = [];
  if (isFailing(key)) marks.push("failing");
  if (key.last_used === null) marks.push("never");
  else if (now - Date.parse(key.last_used) > unusedDays * dayMs) marks.push("unused");
  if (key.allow_any_database === true) marks.push("any");
  return marks;
}

/** Whether FileMaker Server refuses the account behind it. */
export function isFailing({ failing_since = null }: Partial<Pick<DataApiKey, "failing_since">>): boolean {
  return failing_since !== null;
}

/** Whether users will notice at once when it is gone. */
export function isInUse({ last_used }: Used, now: number): boolean {
  return last_used !== null && now - Date.parse(last_used) <= recentDays * dayMs;
}
