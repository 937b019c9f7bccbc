import type { BuildOutcome } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { LogLineRecord, ProcessRecord } from "#shared/processes/api.ts";
import type { ProcessState } from "#shared/processes/contract.ts";
import { BuildLogEntry, type BuildManifest, type BuildStatus } from "./contract.ts";
import type { BuildRecord } from "./record.ts";

/** Status of a build by the final state of its process. */
const finalStates = {
  done: "completed",
  doneWithErrors: "completed",
  failed: "failed",
  aborted: "aborted",
  crashed: "crashed",
} as const satisfies Partial<Record<ProcessState, BuildStatus>>;

/** Returns the status of a build. If its process no longer exists, the build has crashed. */
export function statusOf(record: BuildRecord, process: ProcessRecord | undefined, now: number): BuildStatus {
  if (record.status !== null) return record.status;
  if (process === undefined) return "crashed";
  if (process.state === "queued" || process.state === "running") {
    if ((process.startAt ?? 0) > now) return "scheduled";
    return process.phase === "zipping" ? "zipping" : "started";
  }
  return finalStates[process.state];
}

/** Returns the record of a build whose process has ended, with the result. */
export function endedBuild(
  record: BuildRecord,
  process: ProcessRecord,
  outcome: BuildOutcome | undefined,
  now: number,
): BuildRecord {
  const made = new Map(outcome?.files.map((file) => [file.fileName, file]));
  return {
    ...record,
    status: statusOf(record, process, now),
    startedAt: process.startedAt,
    updatedAt: process.endedAt ?? now,
    message: process.reason,
    hasErrors: process.state === "doneWithErrors",
    zipSize: outcome?.zipSize ?? null,
    sha256: outcome?.sha256 ?? null,
    files: record.files.map((file) => ({ ...file, ...made.get(file.fileName) })),
    existsInOutbox: outcome !== undefined,
  };
}

/** Returns builds that are missing from the outbox. A build that is being made again is out of it temporarily, and isn't missing. */
export function lostBuilds(records: readonly BuildRecord[], there: ReadonlySet<string>): readonly BuildRecord[] {
  const inWork = new Set(records.filter(({ status }) => status === null).map(({ buildId }) => buildId));
  return records.filter(({ buildId, existsInOutbox }) => existsInOutbox && !there.has(buildId) && !inWork.has(buildId));
}

/** Maximum delay in milliseconds between a build's record and its process, which is created later. */
const startMs = 60_000;

/** True if the build's process may never have been created, because the service stopped after storing the record. */
export function mayBeUnbegun({ status, createdAt }: BuildRecord, now: number): boolean {
  return status === null && now - createdAt > startMs;
}

/** Returns the record of a build that never began. */
export function unbegunBuild(record: BuildRecord, now: number): BuildRecord {
  return {
    ...record,
    status: "crashed",
    message: "The service stopped before this started. Start it again",
    updatedAt: now,
  };
}

/** Returns the record of a build that is stored but missing from the outbox. */
export function lostBuild(record: BuildRecord, now: number): BuildRecord {
  const message = "The build is missing from the outbox, but wasn't deleted here";
  return { ...record, status: "crashed", message, existsInOutbox: false, updatedAt: now };
}

/** Returns the name of the build's zip. Empty if the build isn't zipped. */
export function zipArchiveOf({ buildId, isZipped }: Pick<BuildRecord, "buildId" | "isZipped">): string {
  return isZipped ? `${buildId}.build.zip` : "";
}

/** Converts a log line of a process to a log entry of a build. */
export function logEntry(line: LogLineRecord, startedAt: number): BuildLogEntry {
  const phase = BuildLogEntry.shape.phase.safeParse(line.phase).data ?? "unknown phase";
  return { level: line.level, phase, message: line.text, timeElapsed: Math.max(0, Math.round(line.at - startedAt)) };
}

/** Returns the manifest of a build, as its status shows it. */
export function shownManifest(
  record: BuildRecord,
  process: ProcessRecord | undefined,
  now: number,
): Omit<BuildManifest, "log"> {
  const status = statusOf(record, process, now);
  const startedAt = record.startedAt ?? process?.startedAt ?? null;
  const reason = record.message ?? process?.reason ?? null;
  const isDone = status === "completed";
  const isCopying = process?.phase === "backing up";
  return {
    status,
    buildId: record.buildId,
    zipArchive: zipArchiveOf(record),
    files: record.files.map((file) => ({ ...file })),
    completedFiles: isDone ? record.files.length : isCopying ? (process?.done ?? 0) : 0,
    ...(record.zipSize !== null && { zipSize: record.zipSize }),
    ...(record.sha256 !== null && { sha256: record.sha256 }),
    ...(reason !== null && { message: reason }),
    ...(startedAt !== null && { startedAt: timestamp(startedAt) }),
    ...(record.chain === "called" && { chainedActionResults: [...record.chainResults] }),
    ottofmsId: record.id,
    processId: record.processId,
  };
}

export function shownRow(record: BuildRecord, process: ProcessRecord | undefined, now: number) {
  const { status, zipArchive, zipSize, completedFiles, message, startedAt, chainedActionResults } = shownManifest(
    record,
    process,
    now,
  );
  return {
    id: record.id,
    build_id: record.buildId,
    created_at: timestamp(record.createdAt),
    updated_at: timestamp(process?.saidAt ?? record.updatedAt),
    started_at: startedAt ?? null,
    status,
    zip_archive: zipArchive === "" ? null : zipArchive,
    zip_size: zipSize ?? null,
    completed_files: completedFiles ?? null,
    message: message ?? null,
    files: record.files.map((file) => ({ ...file })),
    chained_action_results: chainedActionResults ?? null,
    existsInOutbox: record.existsInOutbox,
    hasErrors: record.hasErrors,
    schedule_id: record.scheduleId,
    process_id: record.processId,
    publish_process_ids: [...record.publishedBy],
  };
}
