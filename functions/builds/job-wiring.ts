import { takerOf, taskJob } from "#shared/agent/tasks/task-job.ts";
import { buildJob, buildPlan } from "#shared/builds/build-job.ts";
import { hostBuilds } from "#shared/builds/host-builds.ts";
import { settleBuild } from "#shared/builds/settle.ts";
import { buildStore } from "#shared/builds/store.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { systemStore } from "#shared/system/store.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { turnToRelease } from "../deployments/turn-wiring.ts";
import { eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Builds as they are kept. */
export const buildRecords = memoized(({ table }: Pick<Platform, "table">) => buildStore(table));

/** Builds as they lie on the host. */
export const buildsOnHost = memoized((platform: AgentClientPlatform) => hostBuilds(() => agentClient(platform)));

/** Making builds. */
export function buildJobs(platform: AgentClientPlatform): readonly JobKind[] {
  const { table, vault, clock } = platform;
  return [
    buildJob({
      making: taskJob(buildPlan, { agentClient: () => agentClient(platform), vault: () => vault }),
      isTaken: (step) => takerOf(step) !== undefined,
      turn: turnToRelease(platform),
      settle: settleBuild({
        store: buildRecords(platform),
        host: buildsOnHost(platform),
        mostBuilds: async () => (await systemStore(table).settings()).settings.maxOutboxBuilds,
        clock,
        announce: (id) => eventFeed(platform).publish(`build:${id}`),
      }),
    }),
  ];
}
