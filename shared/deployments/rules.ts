import { createHash } from "node:crypto";
import type { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { ProcessState } from "#shared/processes/contract.ts";
import type { LogLineRecord, ProcessRecord } from "#shared/processes/record.ts";
import {
  DeploymentLogEntry,
  type DeploymentResult,
  type DeploymentStatus,
  type FileOperation,
  type SubDeployment,
} from "./contract.ts";
import type { DeploymentRecord } from "./record.ts";

const results = {
  done: "successful",
  doneWithErrors: "successful",
  failed: "failed",
  aborted: "aborted",
  crashed: "crashed",
} as const satisfies Partial<Record<ProcessState, DeploymentResult>>;

interface Standing {
  readonly status: DeploymentStatus;
  readonly result: DeploymentResult;
}

/** Where a part of a deployment stands. A process that is no longer kept has come to no end that was noticed. */
export function standingOf(record: DeploymentRecord, process: ProcessRecord | undefined, now: number): Standing {
  if (record.status !== null) return { status: record.status, result: record.result };
  if (process === undefined) return { status: "unknown", result: "unknown" };
  if (process.state === "queued")
    return { status: (process.startAt ?? 0) > now ? "scheduled" : "queued", result: null };
  if (process.state === "running") return { status: "running", result: null };
  return { status: process.state === "aborted" ? "aborted" : "complete", result: results[process.state] };
}

/** A part whose process is at its end, with what has come of it. */
export function endedDeployment(
  record: DeploymentRecord,
  process: ProcessRecord,
  outcome: DeploymentOutcome | undefined,
  now: number,
): DeploymentRecord {
  return {
    ...record,
    ...standingOf(record, process, now),
    startedAt: process.startedAt,
    updatedAt: process.endedAt ?? now,
    message: process.reason,
    kept: outcome?.kept ?? [],
  };
}

/** A line of the process's log, in the words of deployments. */
export function deploymentLogEntry(line: LogLineRecord, startedAt: number): DeploymentLogEntry {
  const phase = DeploymentLogEntry.shape.phase.safeParse(line.phase).data ?? "unknown phase";
  return { level: line.level, phase, message: line.text, timeElapsed: Math.max(0, Math.round(line.at - startedAt)) };
}

/** A part as its row says it. */
export function shownDeployment(record: DeploymentRecord, process: ProcessRecord | undefined, now: number) {
  const { status, result } = standingOf(record, process, now);
  const startedAt = record.startedAt ?? process?.startedAt ?? null;
  return {
    id: record.id,
    log: [],
    status,
    batch_id: record.batchId,
    final_result: result,
    name: record.name,
    file_count: record.fileCount,
    deployment_payload: JSON.parse(record.payload),
    running: status === "running" ? 1 : 0,
    created_at: timestamp(record.createdAt),
    started_at: startedAt === null ? null : timestamp(startedAt),
    updated_at: timestamp(process?.saidAt ?? record.updatedAt),
    message: record.message ?? process?.reason ?? null,
    process_id: record.processId,
  };
}

/** The file of the source that an operation takes; undefined where it takes none. */
export function sourceFileOf(operation: FileOperation): { readonly fileName: string; readonly isClone: boolean } | undefined {
  if (operation.operation === "close") return undefined;
  if (operation.operation === "migrate") return { fileName: operation.clone.fileName, isClone: true };
  return { fileName: operation.source.fileName, isClone: false };
}

/** The id of a build that is made for one deployment: the same for the same work, and another for another server's. */
export function jitBuildId(serverUrl: string, { name, fileOperations }: SubDeployment): string {
  const files = fileOperations.flatMap((operation) => sourceFileOf(operation) ?? []);
  const text = JSON.stringify([new URL(serverUrl).origin, name ?? "", files.map((file) => [file.fileName, file.isClone])]);
  return `jit_${createHash("sha256").update(text).digest("hex").slice(0, 30)}`;
}
