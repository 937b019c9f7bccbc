import { buildPlan } from "#shared/builds/build-job.ts";
import { deploymentPlan } from "#shared/deployments/deployment-job.ts";
import { turnsOf } from "#shared/jobs/turn.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import { type JobsPlatform, jobs, processRecords } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Lets one build or deployment run at a time. */
export const turnsToRelease = memoized((platform: JobsPlatform) =>
  turnsOf({
    store: processRecords(platform),
    enqueue: (id) => jobs(platform).enqueue(id),
    now: () => platform.clock.now(),
    kinds: { build: buildPlan.kind, deployment: deploymentPlan.kind },
  }),
);

/** Returns builds and deployments that are waiting, running, or scheduled for later. */
export async function openReleases(platform: Pick<Platform, "table">): Promise<readonly ProcessRecord[]> {
  const store = processRecords(platform);
  const kinds: readonly string[] = [buildPlan.kind, deploymentPlan.kind];
  const all = await Promise.all((await store.openIds()).map(store.get));
  return all
    .filter((process) => process !== undefined)
    .filter(({ kind, endedAt }) => kinds.includes(kind) && endedAt === null);
}
