import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { DeploymentRecord } from "../record.ts";
import type { FileOperation } from "../request/contract.ts";
import { sourceFileOf } from "../rules.ts";
import type { PlannedPart } from "./contract.ts";

/** Returns the figures that the newest run or rehearsal of the same work suggests. `records`: newest first. */
export function expectedOf(
  operations: readonly FileOperation[],
  concurrency: number,
  records: readonly DeploymentRecord[],
): PlannedPart["expected"] {
  const work = workOf(operations);
  for (const { id, payload, isRehearsal, result, closedMs, migrations } of records) {
    if (result !== "successful") continue;
    const before: { readonly fileOperations: readonly FileOperation[] } = JSON.parse(payload);
    if (workOf(before.fileOperations) !== work) continue;
    // Only migrations are measured.
    if (isRehearsal && migrations.length === 0) continue;
    if (isRehearsal) {
      const durations = migrations.map(({ durationMs }) => durationMs);
      return { closedMs: makespan(durations, concurrency), basis: "rehearsal", deploymentId: id };
    }
    if (closedMs !== null) return { closedMs, basis: "deployment", deploymentId: id };
  }
  return null;
}

/** Returns text that is equal for deployments that do the same work. */
function workOf(operations: readonly FileOperation[]): string {
  const files = operations.map((operation) => [
    operation.operation,
    normalizedDatabaseName(operation.target.fileName),
    normalizedDatabaseName(sourceFileOf(operation)?.fileName ?? ""),
  ]);
  return JSON.stringify(files.sort());
}

/** Returns the total time of tasks run with limited concurrency, longest first. */
function makespan(durations: readonly number[], concurrency: number): number {
  const lanes = Array.from({ length: concurrency }, () => 0);
  for (const duration of durations.toSorted((one, other) => other - one)) {
    const first = lanes.indexOf(Math.min(...lanes));
    lanes[first] = (lanes[first] ?? 0) + duration;
  }
  return Math.max(...lanes);
}
