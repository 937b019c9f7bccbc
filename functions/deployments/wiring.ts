import { hostBackups } from "#shared/deployments/host-backups.ts";
import { deploymentService } from "#shared/deployments/service.ts";
import { agentClient } from "../agent/wiring.ts";
import { processRecords } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import { processAbort } from "../processes/abort-wiring.ts";
import { startMoment } from "../schedules/moment-wiring.ts";
import { type DebugPlatform, deploymentDebug } from "./debug-wiring.ts";
import { deploymentRecords, deploymentSecrets } from "./job-wiring.ts";
import { type DeploymentPlanPlatform, deploymentPlanner } from "./plan-wiring.ts";
import { recipes, unmasked } from "./recipe-wiring.ts";
import { type DeploymentStartPlatform, deploymentStart } from "./start-wiring.ts";

export type DeploymentsPlatform = DeploymentStartPlatform & DeploymentPlanPlatform & DebugPlatform;

/** Operations of deployments and their recipes. */
export const deployments = memoized((platform: DeploymentsPlatform) => {
  const { clock } = platform;
  const shared = {
    store: deploymentRecords(platform),
    sealed: deploymentSecrets(platform),
    abort: processAbort(platform),
    clock,
  };
  const service = deploymentService({
    ...shared,
    starts: deploymentStart(platform),
    backups: hostBackups(() => agentClient(platform)),
    processes: processRecords(platform),
    plan: deploymentPlanner(platform),
    unmasked: unmasked(platform),
    floorBytes: platform.diskFloorBytes,
    startMoment: startMoment(platform),
  });
  return { ...service, ...recipes(platform), ...deploymentDebug(platform, service) };
});
