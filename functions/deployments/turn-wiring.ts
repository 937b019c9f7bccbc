import { buildPlan } from "#shared/builds/build-job.ts";
import { deploymentPlan } from "#shared/deployments/deployment-job.ts";
import { turnOf } from "#shared/jobs/turn.ts";
import { processRecords } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** One builds or deploys at a time. */
export const turnToRelease = memoized((platform: Pick<Platform, "table" | "clock">) =>
  turnOf({
    store: processRecords(platform),
    now: () => platform.clock.now(),
    kinds: { build: buildPlan.kind, deployment: deploymentPlan.kind },
  }),
);
