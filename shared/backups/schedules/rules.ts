import { timestamp } from "#shared/contract/scalars.ts";
import { shownDrill } from "../drills/rules.ts";
import { browserHash } from "../locations/rules.ts";
import { unconfirmedKey } from "../recovery/rules.ts";
import { damageSentence, shownDamage, shownRetention, shownUpkeep } from "../upkeep/rules.ts";
import type { ContainerFields, OffsiteRun, OffsiteSchedule, OffsiteState } from "./contract.ts";
import type { ContainerRecord, OffsiteScheduleRecord, RunRecord } from "./record.ts";

/** Time in milliseconds after which a backup is overdue. Large backups take long. */
const overdueMs = 60 * 60_000;

type Seen = NonNullable<OffsiteScheduleRecord["seen"]>;

const missing: Seen = { state: "missing", isEnabled: false, nextRunAt: null, lastError: -1 };

/** True if an expected backup of FileMaker Server hasn't been stored in time. */
export function isOverdue({ isEnabled, dueAt }: OffsiteScheduleRecord, now: number): boolean {
  return isEnabled && dueAt !== null && now > dueAt + overdueMs;
}

/** True if the backup was stored, even if later steps failed. */
export function isSent({ state }: Pick<RunRecord, "state">): boolean {
  return state === "done" || state === "doneWithErrors";
}

/** Returns the status of a schedule. */
export function stateOf(record: OffsiteScheduleRecord, now: number): OffsiteState {
  const { isEnabled, seen, lastRun, lastSuccess } = record;
  if (lastRun !== null && lastRun.endedAt === null) return "running";
  if (seen?.state === "missing") return "missing";
  if (!isEnabled) return "off";
  if (isOverdue(record, now)) return "overdue";
  if (lastRun !== null && !isSent(lastRun)) return "failed";
  return lastSuccess === null ? "waiting" : "ok";
}

/** Returns the warnings that need an administrator's attention. */
export function warningsOn(record: OffsiteScheduleRecord, now: number, isKeyConfirmed: boolean): readonly string[] {
  const { name, seen, dueAt, layout, damage } = record;
  return [
    ...(layout === "blocks" && !isKeyConfirmed ? [unconfirmedKey] : []),
    ...(seen?.state === "missing"
      ? [`FileMaker Server no longer has the schedule “${name}”. Its backups aren't sent offsite.`]
      : []),
    ...(seen?.state === "there" && !seen.isEnabled
      ? ["The schedule is disabled in FileMaker Server and doesn't run automatically."]
      : []),
    ...(seen?.state === "there" && seen.lastError > 0
      ? [`FileMaker Server's latest backup failed with error ${seen.lastError}, and wasn't sent.`]
      : []),
    ...(damage === null ? [] : [damageSentence(damage)]),
    ...(dueAt !== null && isOverdue(record, now)
      ? [`FileMaker Server's backup, due at ${timestamp(dueAt)}, hasn't arrived in the offsite location.`]
      : []),
  ];
}

/** Returns the record with the host's view of FileMaker Server's schedule. Undefined if nothing has changed. */
export function withSeen(
  record: OffsiteScheduleRecord,
  { name: seenName, ...reported }: Seen & { readonly name: string },
  now: number,
): OffsiteScheduleRecord | undefined {
  // A schedule that came from another installation may meet another FileMaker Server, where this id belongs to a different schedule.
  const isOther = (record.seen ?? missing).state === "missing" && seenName !== record.name;
  const seen: Seen = isOther ? missing : reported;
  const name = isOther ? record.name : seenName;
  // An expected backup stays expected until a backup arrives, regardless of the next start time.
  const isWaitedFor = record.dueAt !== null && record.dueAt <= now;
  const isSilent = seen.state !== "there" || !seen.isEnabled;
  const dueAt = isWaitedFor ? record.dueAt : isSilent ? null : seen.nextRunAt;
  const next = { ...record, name, seen, dueAt };
  return JSON.stringify(next) === JSON.stringify(record) ? undefined : next;
}

/** Returns the record after its newest run has ended. */
export function withEndedRun(
  record: OffsiteScheduleRecord,
  run: RunRecord,
  made: { readonly databases: readonly string[]; readonly snapshot?: SnapshotMade | undefined },
): OffsiteScheduleRecord {
  const lastRun = (record.lastRun?.processId ?? 0) <= run.processId ? run : record.lastRun;
  const newestFolder = newer(record.newestFolder, run.folder);
  if (!isSent(run) || run.folder === null || run.endedAt === null) return { ...record, lastRun, newestFolder };
  return {
    ...record,
    lastRun,
    newestFolder,
    lastSuccess: {
      ...{ folder: run.folder, at: run.endedAt, databases: [...made.databases] },
      snapshot: made.snapshot === undefined ? null : { set: made.snapshot.set, name: made.snapshot.name },
    },
    // The next check sets the next due time.
    dueAt: record.dueAt !== null && record.dueAt <= run.endedAt ? null : record.dueAt,
  };
}

/** Snapshot that a run made, and its set. */
export interface SnapshotMade {
  readonly set: string;
  readonly name: string;
  readonly counter: number;
}

/** Returns the record with a snapshot, if that belongs to its set and is newer than the known one. */
export function withNewest(record: OffsiteScheduleRecord, snapshot: SnapshotMade | undefined): OffsiteScheduleRecord {
  if (snapshot === undefined || snapshot.set !== record.set) return record;
  if (snapshot.counter <= (record.newestSnapshot?.counter ?? 0)) return record;
  return { ...record, newestSnapshot: { name: snapshot.name, counter: snapshot.counter } };
}

/** Returns the folder whose name has the later time. */
export function newer(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one.slice(-stampLength) >= other.slice(-stampLength) ? one : other;
}

const stampLength = "2026-11-20_2300".length;

/** Returns the target of an external container folder from API fields. Omitted fields keep their previous values. */
export function containerIn(
  input: ContainerFields,
  number: 1 | 2,
  before: ContainerRecord = { isIncluded: false, differs: null, remote: null, bucket: null, path: null },
): ContainerRecord {
  const given = {
    isIncluded: input[`include_external_container_data_${number}`],
    differs: input[`container_data_${number}_different_remote`],
    remote: input[`container_data_${number}_remote`],
    bucket: input[`container_data_${number}_bucket`],
    path: input[`container_data_${number}_remote_path`],
  };
  return {
    isIncluded: given.isIncluded ?? before.isIncluded,
    differs: given.differs === undefined ? before.differs : given.differs,
    remote: given.remote === undefined ? before.remote : given.remote,
    bucket: given.bucket === undefined ? before.bucket : given.bucket,
    path: given.path === undefined ? before.path : given.path,
  };
}

/** Returns the requested option that the blocks layout doesn't support. Undefined if it supports everything. */
export function refusedInBlocks({
  layout,
  isZipped,
  containers,
}: Pick<OffsiteScheduleRecord, "layout" | "isZipped" | "containers">): string | undefined {
  if (layout === "files") return undefined;
  if (isZipped) return "`zip_files`: must be false or omitted with the layout `blocks`";
  if (containers.some(({ isIncluded, differs }) => isIncluded && differs === true))
    return "`container_data_1_different_remote`, `container_data_2_different_remote`: with the layout `blocks`, container folders are always sent to the location of the backups";
  return undefined;
}

/** True if a set can continue. At another place, its snapshots don't exist. */
export function isSamePlace(
  one: Pick<OffsiteScheduleRecord, "remote" | "bucket" | "path">,
  other: Pick<OffsiteScheduleRecord, "remote" | "bucket" | "path">,
): boolean {
  return one.remote === other.remote && one.bucket === other.bucket && one.path === other.path;
}

/** Converts a schedule for API responses. `isKeyConfirmed`: true if the recovery key is confirmed. */
export function shownSchedule(record: OffsiteScheduleRecord, now: number, isKeyConfirmed: boolean): OffsiteSchedule {
  const { id, name, remote, bucket, path, containers, isZipped, layout, set, isEnabled, seen } = record;
  const { lastRun, lastSuccess } = record;
  const [first, second] = containers;
  const nextRunAt = isEnabled && seen?.isEnabled === true ? seen.nextRunAt : null;
  return {
    id,
    name,
    remote_name: remote,
    bucket_name: bucket,
    remote_path: path || "/",
    include_external_container_data_1: first.isIncluded,
    container_data_1_different_remote: first.differs,
    container_data_1_remote: first.remote,
    container_data_1_bucket: first.bucket,
    container_data_1_remote_path: first.path,
    include_external_container_data_2: second.isIncluded,
    container_data_2_different_remote: second.differs,
    container_data_2_remote: second.remote,
    container_data_2_bucket: second.bucket,
    container_data_2_remote_path: second.path,
    zip_files: isZipped,
    layout,
    set,
    is_key_confirmed: layout === "blocks" ? isKeyConfirmed : null,
    file_browser_hash: browserHash(remote, bucket, path),
    last_backup: lastSuccess === null ? null : timestamp(lastSuccess.at),
    running: lastRun !== null && lastRun.endedAt === null,
    is_enabled: isEnabled,
    state: stateOf(record, now),
    warnings: [...warningsOn(record, now, isKeyConfirmed)],
    next_backup: nextRunAt === null ? null : timestamp(nextRunAt),
    last_run: lastRun === null ? null : shownRun(lastRun),
    databases: lastSuccess?.databases ?? [],
    is_drilled: record.isDrilled,
    last_drill: record.lastDrill === null ? null : shownDrill(record.lastDrill),
    retention: shownRetention(record.retention),
    last_upkeep: record.lastUpkeep === null ? null : shownUpkeep(record.lastUpkeep),
    last_verified: typeof record.verified?.allAt === "number" ? timestamp(record.verified.allAt) : null,
    damage: shownDamage(record.damage),
  };
}

/** Converts a run for API responses. */
export function shownRun({
  processId,
  folder,
  layout,
  snapshot,
  state,
  reason,
  startedBy,
  startedAt,
  endedAt,
  figures,
}: RunRecord): OffsiteRun {
  return {
    process_id: processId,
    backup: folder,
    layout,
    snapshot,
    state,
    reason,
    started_by: startedBy,
    started_at: timestamp(startedAt),
    ended_at: endedAt === null ? null : timestamp(endedAt),
    files: figures?.files ?? null,
    bytes: figures?.bytes ?? null,
    sent_files: figures?.sentFiles ?? null,
    sent_bytes: figures?.sentBytes ?? null,
  };
}
