import { type DeploymentStarts, deploymentStarts } from "#shared/deployments/start-deployment.ts";
import { scheduledJobs } from "../jobs/wiring.ts";
import type { KeyCachePlatform } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import { type ProcessAbortPlatform, processAbort } from "../processes/abort-wiring.ts";
import { startMoment } from "../schedules/moment-wiring.ts";
import { accountOfHost } from "../sessions/wiring.ts";
import { deploymentRecords, deploymentSecrets } from "./job-wiring.ts";

export type DeploymentStartPlatform = ProcessAbortPlatform & KeyCachePlatform;

export const deploymentStart = memoized(
  (platform: DeploymentStartPlatform): DeploymentStarts =>
    deploymentStarts({
      store: deploymentRecords(platform),
      sealed: deploymentSecrets(platform),
      administrator: accountOfHost(platform),
      jobs: () => scheduledJobs(platform),
      abort: processAbort(platform),
      startMoment: startMoment(platform),
      clock: platform.clock,
    }),
);
