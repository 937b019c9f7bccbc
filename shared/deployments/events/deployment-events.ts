import { timestamp } from "#shared/contract/scalars.ts";
import { spanText } from "#shared/contract/texts/span-text.ts";
import type { Publish } from "#shared/notifications/api.ts";
import type { EventData } from "#shared/notifications/events/contract.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessStore } from "#shared/processes/api.ts";
import type { DeploymentRecord } from "../record.ts";
import { filesOf } from "../rules.ts";
import type { SealedDeployments } from "../sealed-deployments.ts";
import type { DeploymentStore } from "../store.ts";

interface DeploymentEventsDependencies {
  readonly publish: Publish;
  readonly store: Pick<DeploymentStore, "get" | "batch">;
  readonly sealed: Pick<SealedDeployments, "open">;
  readonly processes: Pick<ProcessStore, "get" | "lines">;
  readonly baseUrl: () => string;
  /** First segment of the service's paths. */
  readonly prefix: string;
  readonly clock: Clock;
}

/** Publishes events of deployment parts. Repeated events of the same run count once. */
export interface DeploymentEvents {
  started(id: number): Promise<void>;
  ended(id: number): Promise<void>;
}

/** Maximum number of log lines in which errors are counted. */
const maxLinesCounted = 5_000;

const names = {
  successful: ["deployment_success", "success"],
  failed: ["deployment_failed", "failed"],
  crashed: ["deployment_crashed", "crashed"],
  aborted: ["deployment_aborted", "aborted"],
} as const;

export function deploymentEvents(dependencies: DeploymentEventsDependencies): DeploymentEvents {
  const { publish, store, sealed, processes, baseUrl, prefix, clock } = dependencies;

  /** Returns the fields that every event of a part has. Undefined for rehearsals, and for deployments that were deleted in the meantime. */
  const about = async (id: number) => {
    const record = await store.get(id);
    const opened = record && (await sealed.open(id));
    if (record === undefined || opened === undefined || record.isRehearsal) return undefined;
    const { payload } = opened;
    const batch = await store.batch(record.batchId);
    const files = [...new Set(filesOf(payload))];
    const data: Omit<EventData<"deployment_started">, "status" | "timestamp"> = {
      deploymentId: id,
      name: record.name ?? batch?.label ?? `Deployment ${record.batchId}`,
      host: new URL(baseUrl()).hostname,
      serverUrl: baseUrl(),
      deploymentUrl: `${baseUrl()}/${prefix}/deployments/${record.batchId}`,
      getDeploymentUrl: `${baseUrl()}/${prefix}/api/deployment/${id}`,
      isSubDeployment: (batch?.partIds.length ?? 1) > 1,
      files,
      fileCount: files.length,
    };
    const own = { source: `deployment-${id}`, notifications: payload.options?.notifications ?? [] };
    return { record, data, occurrence: { subject: `process:${record.processId}`, isOnce: true, own } };
  };

  const errorCount = async ({ processId }: DeploymentRecord): Promise<number> => {
    const process = await processes.get(processId);
    const from = Math.max(0, (process?.logLines ?? 0) - maxLinesCounted);
    const lines = await processes.lines(processId, from, maxLinesCounted);
    return lines.filter(({ line }) => line.level === "error").length;
  };

  return {
    async started(id) {
      const found = await about(id);
      if (found === undefined) return;
      const data = { status: "started", ...found.data, timestamp: timestamp(clock.now()) };
      await publish({ event: "deployment_started", data, ...found.occurrence });
    },

    async ended(id) {
      const found = await about(id);
      const name = found && names[found.record.result as keyof typeof names];
      if (found === undefined || name === undefined) return;
      const { record, occurrence } = found;
      const [event, status] = name;
      const duration = Math.max(0, Math.round(record.updatedAt - (record.startedAt ?? record.createdAt)));
      const data = {
        status,
        ...found.data,
        duration,
        durationFormatted: spanText(duration),
        errorCount: await errorCount(record),
        timestamp: timestamp(record.updatedAt),
      };
      await publish({ event, data, ...occurrence });
    },
  };
}
