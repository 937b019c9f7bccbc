import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";

type Retention = NonNullable<OffsiteSchedule["retention"]>;

/** Retention of snapshots, as typed. Null: keep all. */
export type RetentionDraft = Readonly<Record<keyof Retention, string>> | null;

/** Initial values when the user limits the retention. */
export const usualRetention = {
  ...{ all_days: "14", daily_days: "60", monthly_months: "24" },
  ...{ billed_days: "0", repack_below_percent: "25" },
} as const satisfies RetentionDraft;

/** Minimum and maximum of each number in the service's contract. */
export const retentionLimits = {
  all_days: [1, 3_650],
  daily_days: [0, 3_650],
  monthly_months: [0, 1_200],
  billed_days: [0, 3_650],
  repack_below_percent: [0, 90],
} as const satisfies Readonly<Record<keyof Retention, readonly [number, number]>>;

export const retentionFields = Object.keys(retentionLimits) as readonly (keyof Retention)[];

export function retentionDraft(retention: Retention | null): RetentionDraft {
  if (retention === null) return null;
  return Object.fromEntries(retentionFields.map((field) => [field, String(retention[field])])) as RetentionDraft;
}

/** Returns true if the typed text isn't a valid number. */
export function isRetentionWrong(field: keyof Retention, typed: string): boolean {
  const [min, max] = retentionLimits[field];
  return !/^\d{1,4}$/.test(typed.trim()) || Number(typed) < min || Number(typed) > max;
}

export function retentionOf(draft: RetentionDraft): Retention | null {
  if (draft === null) return null;
  return Object.fromEntries(retentionFields.map((field) => [field, Number(draft[field])])) as Retention;
}
