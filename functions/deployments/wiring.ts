import { hostBackups } from "#shared/deployments/host-backups.ts";
import { deploymentService } from "#shared/deployments/service.ts";
import { deploymentStarts } from "#shared/deployments/start-deployment.ts";
import { startOf } from "#shared/processes/rules.ts";
import { agentClient } from "../agent/wiring.ts";
import { processRecords, scheduledJobs } from "../jobs/wiring.ts";
import type { KeyCachePlatform } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import { type ProcessAbortPlatform, processAbort } from "../processes/abort-wiring.ts";
import { accountOfHost } from "../sessions/wiring.ts";
import { deploymentRecords, deploymentSecrets } from "./job-wiring.ts";

export type DeploymentsPlatform = ProcessAbortPlatform & KeyCachePlatform;

/** The deployments resource. */
export const deployments = memoized((platform: DeploymentsPlatform) => {
  const { clock } = platform;
  const shared = {
    store: deploymentRecords(platform),
    sealed: deploymentSecrets(platform),
    abort: processAbort(platform),
    clock,
  };
  return deploymentService({
    ...shared,
    starts: deploymentStarts({
      ...shared,
      administrator: accountOfHost(platform),
      jobs: () => scheduledJobs(platform),
      startOf,
    }),
    backups: hostBackups(() => agentClient(platform)),
    processes: processRecords(platform),
  });
});
