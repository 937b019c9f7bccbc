import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";

type Retention = NonNullable<OffsiteSchedule["retention"]>;

/** How long snapshots are kept, as it is typed. Null: all are. */
export type RetentionDraft = Readonly<Record<keyof Retention, string>> | null;

/** What is proposed to who wants less than everything kept. */
export const usualRetention = {
  ...{ all_days: "14", daily_days: "60", monthly_months: "24" },
  ...{ billed_days: "0", repack_below_percent: "25" },
} as const satisfies RetentionDraft;

/** The least and the most of each number, as the service takes it. */
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

/** Whether what was typed is a number that is taken. */
export function isRetentionWrong(field: keyof Retention, typed: string): boolean {
  const [least, most] = retentionLimits[field];
  return !/^\d{1,4}$/.test(typed.trim()) || Number(typed) < least || Number(typed) > most;
}

export function retentionOf(draft: RetentionDraft): Retention | null {
  if (draft === null) return null;
  return Object.fromEntries(retentionFields.map((field) => [field, Number(draft[field])])) as Retention;
}
