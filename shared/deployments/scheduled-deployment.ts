import { refuseMasks } from "#shared/contract/values/kept-secrets.ts";
import { chainOf } from "#shared/contract/values/release-shapes.ts";
import type { ActionHandler, RunContext } from "#shared/schedules/api.ts";
import { checkPart } from "./part-rules.ts";
import { withEachFile } from "./regex-operations.ts";
import type { DeploymentRequest } from "./request/contract.ts";
import type { DeploymentStarts, NewDeployment } from "./start-deployment.ts";

/**
 * Starts deployments for schedules. If it is unknown whether a deployment was started, it isn't started again, because it replaces files.
 */
export function scheduledDeployment(starts: Pick<DeploymentStarts, "start">): ActionHandler<DeploymentRequest> {
  return {
    isRepeatable: false,

    async check(input) {
      // Each run would send the mask as a secret.
      refuseMasks(input);
      for (const part of input.deployments.map(withEachFile)) checkPart(part);
    },

    async start(input, run) {
      const { label, deployments, abortRemaining: abortsRemaining, rehearse: isRehearsal } = input;
      const parts = deployments.map(withEachFile);
      return scheduledStart(
        starts,
        { label, parts, abortsRemaining, isRehearsal, chain: chainOf(input.chainedAction) },
        run,
      );
    },
  };
}

/** Starts a deployment for a schedule and returns the process of its last part. */
export async function scheduledStart(
  starts: Pick<DeploymentStarts, "start">,
  wanted: Omit<NewDeployment, "scheduled">,
  { credential, startedBy, scheduleId, key }: RunContext,
): Promise<number> {
  const user = "user" in credential ? credential.user : "";
  const call = {
    caller: { kind: "admin-account", user, role: "administrator", isLimited: false, credential },
  } as const;
  const { processIds } = await starts.start({ ...wanted, scheduled: false }, call, { startedBy, key, scheduleId });
  const last = processIds.at(-1);
  if (last === undefined) throw new Error("The deployment has no part");
  return last;
}
