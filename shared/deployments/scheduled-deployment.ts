import { chainOf } from "#shared/contract/values/release-shapes.ts";
import type { ActionHandler } from "#shared/schedules/action.ts";
import type { DeploymentRequest } from "./contract.ts";
import { checkPart } from "./part-rules.ts";
import { withEachFile } from "./regex-operations.ts";
import type { DeploymentStarts } from "./start-deployment.ts";

/** Deployments that a schedule starts. One of which it is unknown whether it was started is not started again: it replaces files. */
export function scheduledDeployment(starts: Pick<DeploymentStarts, "start">): ActionHandler<DeploymentRequest> {
  return {
    isRepeatable: false,

    check({ deployments }) {
      for (const part of deployments.map(withEachFile)) checkPart(part);
    },

    async start(input, { credential, startedBy, scheduleId, key }) {
      const user = "user" in credential ? credential.user : "";
      const call = { caller: { kind: "admin-account", user, credential } } as const;
      const { label, deployments, abortRemaining: abortsRemaining, rehearse: isRehearsal } = input;
      const chain = chainOf(input.chainedAction);
      const wanted = {
        label,
        parts: deployments.map(withEachFile),
        abortsRemaining,
        isRehearsal,
        chain,
        scheduled: false,
      };
      const { processIds } = await starts.start(wanted, call, { startedBy, key, scheduleId });
      const last = processIds.at(-1);
      if (last === undefined) throw new Error("A deployment has no part");
      return last;
    },
  };
}
