import type { UpkeepOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { OffsiteScheduleRecord, RetentionRecord, UpkeepRecord } from "../schedules/record.ts";
import type { OffsiteDamage, OffsiteUpkeep, Retention, UpkeepWork } from "./contract.ts";

const dayMs = 24 * 60 * 60_000;
/** Interval between automatic upkeep in milliseconds. */
const upkeepEveryMs = dayMs;
/** Delay before the first verification in milliseconds. */
const firstUpkeepAfterMs = 60 * 60_000;
/** Time in milliseconds within which upkeep reads all data once. */
const allReadMs = 30 * dayMs;
/** Factor by which each run reads more than its share, to compensate for missed days. */
const readMore = 1.1;
/** Time in milliseconds after which upkeep without news no longer blocks the next. */
const longestUpkeepMs = 2 * dayMs;

/** True if upkeep of the set is in progress. */
export function isInUpkeep({ lastUpkeep }: Pick<OffsiteScheduleRecord, "lastUpkeep">, now: number): boolean {
  return lastUpkeep !== null && lastUpkeep.endedAt === null && now < lastUpkeep.startedAt + longestUpkeepMs;
}

/** True if automatic upkeep of a set is due. A running backup takes precedence. */
export function isUpkeepDue(record: OffsiteScheduleRecord, now: number): boolean {
  const { isEnabled, layout, newestSnapshot, lastSuccess, lastRun, lastUpkeep, damage } = record;
  if (!isEnabled || layout !== "blocks" || newestSnapshot === null || lastSuccess === null) return false;
  if (lastRun !== null && lastRun.endedAt === null) return false;
  if (isInUpkeep(record, now)) return false;
  if (lastUpkeep === null) return now >= lastSuccess.at + firstUpkeepAfterMs;
  // Data that the newest backup has sent again repairs older ones.
  if (damage !== null && lastSuccess.at > lastUpkeep.startedAt) return true;
  return now >= lastUpkeep.startedAt + upkeepEveryMs;
}

/** Returns the work of automatic upkeep. */
export function dueWork({ damage }: Pick<OffsiteScheduleRecord, "damage">, mayDelete: boolean): readonly UpkeepWork[] {
  return [...(damage === null ? [] : (["repair"] as const)), "verify", ...(mayDelete ? (["prune"] as const) : [])];
}

/** Returns the share of a set to read (0 to 1), so that everything is read within 30 days. */
export function verifiedShare({ lastUpkeep }: Pick<OffsiteScheduleRecord, "lastUpkeep">, now: number): number {
  const sinceMs = lastUpkeep === null ? upkeepEveryMs : Math.max(0, now - lastUpkeep.startedAt);
  return Math.min(1, (readMore * sinceMs) / allReadMs);
}

/** Returns the record after upkeep of its set has ended. */
export function withEndedUpkeep(
  record: OffsiteScheduleRecord,
  ended: Pick<UpkeepRecord, "processId" | "state" | "reason"> & { readonly endedAt: number },
  outcome: UpkeepOutcome | null,
): OffsiteScheduleRecord | undefined {
  const { lastUpkeep, verified, damage } = record;
  if (lastUpkeep?.processId !== ended.processId) return undefined;
  const read = outcome?.verify ?? null;
  const found = outcome?.damage ?? null;
  const isDamaged = found !== null && found.objects.length + found.packs.length + found.files.length > 0;
  return {
    ...record,
    lastUpkeep: { ...lastUpkeep, ...ended, outcome },
    verified:
      read === null ? verified : { after: read.after, allAt: read.isAll ? ended.endedAt : (verified?.allAt ?? null) },
    damage: found === null ? damage : isDamaged ? { ...found, foundAt: damage?.foundAt ?? ended.endedAt } : null,
  };
}

/** Returns a sentence about the lost parts of a set. */
export function damageSentence({
  files,
  fileCount,
  objects,
  packs,
}: NonNullable<OffsiteScheduleRecord["damage"]>): string {
  const [first] = files;
  if (first !== undefined)
    return `${counted(fileCount, "file")} in its snapshots can't be restored completely, such as ${first.path} in snapshot ${first.counter}.`;
  if (objects.length > 0) return `${counted(objects.length, "object")} can't be read, such as ${objects[0]}.`;
  return `${counted(packs.length, "pack")} ${packs.length === 1 ? "is" : "are"} damaged or missing.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function shownRetention(retention: RetentionRecord | null): Retention | null {
  if (retention === null) return null;
  const { allDays, dailyDays, monthlyMonths, repackBelowPercent, billedDays } = retention;
  return {
    ...{ all_days: allDays, daily_days: dailyDays, monthly_months: monthlyMonths },
    ...{ repack_below_percent: repackBelowPercent, billed_days: billedDays },
  };
}

export function retentionIn(retention: Retention | null): RetentionRecord | null {
  if (retention === null) return null;
  return {
    ...{ allDays: retention.all_days, dailyDays: retention.daily_days, monthlyMonths: retention.monthly_months },
    ...{ repackBelowPercent: retention.repack_below_percent, billedDays: retention.billed_days },
  };
}

/** Converts upkeep for API responses. */
export function shownUpkeep({
  processId,
  work,
  startedAt,
  endedAt,
  state,
  reason,
  outcome,
}: UpkeepRecord): OffsiteUpkeep {
  const { prune = null, verify = null, repair = null } = outcome ?? {};
  return {
    ...{ process_id: processId, work: [...work], started_at: timestamp(startedAt) },
    ended_at: endedAt === null ? null : timestamp(endedAt),
    ...{ state, reason },
    deleted_snapshots: prune?.deletedSnapshots ?? null,
    deleted_bytes: prune?.deletedBytes ?? null,
    read_bytes: verify?.readBytes ?? null,
    repaired_contents: repair?.foundContents ?? null,
  };
}

export function shownDamage(damage: OffsiteScheduleRecord["damage"]): OffsiteDamage | null {
  if (damage === null) return null;
  const { foundAt, objects, packs, files, fileCount } = damage;
  return {
    found_at: timestamp(foundAt),
    ...{ objects: [...objects], packs: [...packs], file_count: fileCount },
    files: files.map(({ snapshot, counter, path }) => ({ snapshot, number: counter, path })),
  };
}
