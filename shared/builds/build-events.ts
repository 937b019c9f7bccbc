import { timestamp } from "#shared/contract/scalars.ts";
import { spanText } from "#shared/contract/texts/span-text.ts";
import type { Publish } from "#shared/notifications/api.ts";
import type { EventData } from "#shared/notifications/events/contract.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { BuildInput } from "./contract.ts";
import type { BuildDownloads } from "./downloads.ts";
import type { BuildRecord } from "./record.ts";
import { requestContext } from "./store.ts";

interface BuildEventsDependencies {
  readonly publish: Publish;
  readonly downloads: BuildDownloads;
  readonly vault: Pick<Vault, "open">;
  readonly baseUrl: () => string;
  /** First segment of the service's paths. */
  readonly prefix: string;
  readonly clock: Clock;
}

/** Publishes events of builds. Repeated events of the same run count once. */
export interface BuildEvents {
  started(record: BuildRecord): Promise<void>;
  ended(record: BuildRecord): Promise<void>;
}

const names = {
  failed: "build_failed",
  crashed: "build_crashed",
  aborted: "build_aborted",
} as const;

export function buildEvents(dependencies: BuildEventsDependencies): BuildEvents {
  const { publish, downloads, vault, baseUrl, prefix, clock } = dependencies;

  /** Returns the fields that every event of a build has. The request can name destinations of its own. */
  const occurrence = async ({ id, processId, sealedRequest }: BuildRecord) => {
    const { notifications } = JSON.parse(await vault.open(sealedRequest, requestContext(id))) as BuildInput;
    const own = { source: `build-${id}`, notifications: notifications ?? [] };
    return { subject: `process:${processId}`, isOnce: true, own };
  };

  const dataOf = ({ id, buildId, files }: BuildRecord): Omit<EventData<"build_started">, "status" | "timestamp"> => ({
    buildId,
    ottofmsId: id,
    serverUrl: baseUrl(),
    buildUrl: `${baseUrl()}/${prefix}/builds/${id}`,
    getBuildUrl: `${baseUrl()}/${prefix}/api/build/db/${id}`,
    files: files.map(({ fileName }) => fileName),
    fileCount: files.length,
  });

  return {
    async started(record) {
      const data = { status: "started", ...dataOf(record), timestamp: timestamp(clock.now()) };
      await publish({ event: "build_started", data, ...(await occurrence(record)) });
    },

    async ended(record) {
      const { status, startedAt, createdAt, updatedAt } = record;
      if (status === null) return;
      const duration = Math.max(0, Math.round(updatedAt - (startedAt ?? createdAt)));
      const data = {
        status,
        ...dataOf(record),
        duration,
        durationFormatted: spanText(duration),
        timestamp: timestamp(updatedAt),
      };
      const about = await occurrence(record);
      if (status === "completed") {
        const { downloadUrl, downloadFolderUrl } = await downloads(record);
        await publish({ event: "build_succeeded", data: { ...data, downloadUrl, downloadFolderUrl }, ...about });
      } else if (status in names) {
        await publish({ event: names[status as keyof typeof names], data, ...about });
      }
    },
  };
}
