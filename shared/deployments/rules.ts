import type { DeploymentOutcome, MigrationReport } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { LogLineRecord, ProcessRecord } from "#shared/processes/api.ts";
import type { ProcessState } from "#shared/processes/contract.ts";
import { DeploymentLogEntry, type DeploymentResult, type DeploymentStatus } from "./contract.ts";
import type { BatchRecord, DeploymentRecord } from "./record.ts";
import type { FileOperation, SubDeployment } from "./request/contract.ts";

const results = {
  done: "successful",
  doneWithErrors: "successful",
  failed: "failed",
  aborted: "aborted",
  crashed: "crashed",
} as const satisfies Partial<Record<ProcessState, DeploymentResult>>;

interface Progress {
  readonly status: DeploymentStatus;
  readonly result: DeploymentResult;
}

/** Returns the progress of a part. If its process no longer exists, the result is unknown. */
export function progressOf(record: DeploymentRecord, process: ProcessRecord | undefined, now: number): Progress {
  if (record.status !== null) return { status: record.status, result: record.result };
  if (process === undefined) return { status: "unknown", result: "unknown" };
  if (process.state === "queued")
    return { status: (process.startAt ?? 0) > now ? "scheduled" : "queued", result: null };
  if (process.state === "running") return { status: "running", result: null };
  return { status: process.state === "aborted" ? "aborted" : "complete", result: results[process.state] };
}

/** Returns the record of a part whose process has ended, with the result. */
export function endedDeployment(
  record: DeploymentRecord,
  process: ProcessRecord,
  outcome: DeploymentOutcome | undefined,
  /** Sentences about settings that differ from the build. */
  remarks: readonly string[],
  now: number,
): DeploymentRecord {
  return {
    ...record,
    ...progressOf(record, process, now),
    startedAt: process.startedAt,
    updatedAt: process.endedAt ?? now,
    message: [process.reason ?? [], remarks].flat().join(" ") || null,
    hasErrors: process.state === "doneWithErrors",
    closedMs: outcome === undefined ? null : closedTime(outcome),
    kept: outcome?.kept ?? [],
    migrations: outcome?.migrations ?? [],
  };
}

/**
 * Returns the time that files were closed in milliseconds. Null if all of them stay closed for a later part, because that time hasn't
 * ended.
 */
function closedTime({ leftClosed, closedMs }: DeploymentOutcome): number | null {
  return leftClosed.length > 0 && closedMs === 0 ? null : closedMs;
}

/** Converts a log line of a process to a log entry of a deployment. */
export function deploymentLogEntry(line: LogLineRecord, startedAt: number): DeploymentLogEntry {
  const phase = DeploymentLogEntry.shape.phase.safeParse(line.phase).data ?? "unknown phase";
  return { level: line.level, phase, message: line.text, timeElapsed: Math.max(0, Math.round(line.at - startedAt)) };
}

/** Returns the fields of a part that all lists have in common. */
export function shownPart(record: DeploymentRecord, process: ProcessRecord | undefined, now: number) {
  const { status, result } = progressOf(record, process, now);
  const startedAt = record.startedAt ?? process?.startedAt ?? null;
  return {
    id: record.id,
    name: record.name,
    file_count: record.fileCount,
    final_result: result,
    running: status === "running" ? 1 : 0,
    status,
    log: [],
    deployment_payload: JSON.parse(record.payload) as unknown,
    created_at: timestamp(record.createdAt),
    started_at: startedAt === null ? null : timestamp(startedAt),
    updated_at: timestamp(process?.saidAt ?? record.updatedAt),
    message: record.message ?? process?.reason ?? null,
    process_id: record.processId,
    hasErrors: record.hasErrors,
    closed_ms: record.closedMs,
    undone_by: record.undoneBy,
    rehearsal: record.isRehearsal,
    migrations: record.migrations.map(shownMigration),
  };
}

/** Converts a report for output. Explains missing details, so that they aren't mistaken for a migration without problems. */
function shownMigration({ notMigrated, ...report }: MigrationReport) {
  const note =
    notMigrated === null ? "FMDataMigration lists skipped tables and fields only for accounts with full access." : null;
  return { ...report, notMigrated: notMigrated ?? [], note };
}

/** Returns the row of a part. */
export function shownRow(record: DeploymentRecord, process: ProcessRecord | undefined, now: number) {
  return { ...shownPart(record, process, now), batch_id: record.batchId };
}

/** Returns the row of a deployment. */
export function shownBatch(
  { id, label, scheduleId, recipeId }: BatchRecord,
  parts: readonly ReturnType<typeof shownPart>[],
) {
  const [only, ...others] = parts;
  const shared = { batchId: id, schedule_id: scheduleId, recipe_id: recipeId };
  if (only !== undefined && others.length === 0) return { type: "sub-deployment" as const, ...shared, ...only };
  const status = wholeStatus(parts.map((part) => part.status));
  return { type: "batch" as const, ...shared, id, label, status, deployments: [...parts] };
}

/** Returns the status of a whole deployment. Running parts come first, then pending ones, then the first end that isn't regular. */
function wholeStatus(statuses: readonly DeploymentStatus[]): DeploymentStatus {
  const order = ["running", "queued", "scheduled", "unknown", "aborted"] as const;
  return order.find((status) => statuses.includes(status)) ?? "complete";
}

/** Returns the file in the source that an operation takes. Undefined if the operation takes none. */
export function sourceFileOf(
  operation: FileOperation,
): { readonly fileName: string; readonly isClone: boolean } | undefined {
  if (operation.operation === "close") return undefined;
  if (operation.operation === "migrate") return { fileName: operation.clone.fileName, isClone: true };
  return { fileName: operation.source.fileName, isClone: false };
}

/** Returns the hosted files that a part closes while it runs. */
export function filesOf({ fileOperations }: SubDeployment): readonly string[] {
  return fileOperations.flatMap((operation) =>
    operation.operation === "migrate"
      ? [operation.target.fileName, operation.dataSource.fileName]
      : [operation.target.fileName],
  );
}

/**
 * Returns the files that parts have left closed for later parts. `outcomes`: in the order of the parts; undefined for a part that failed.
 * At its end, a part opens the files that earlier parts left closed, except those that it leaves closed itself.
 */
export function leftClosed(outcomes: readonly (DeploymentOutcome | undefined)[]): readonly string[] {
  return outcomes.reduce<readonly string[]>((left, outcome) => outcome?.leftClosed ?? left, []);
}
