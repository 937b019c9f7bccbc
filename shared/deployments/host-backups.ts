import type { AgentClient } from "#shared/agent/api.ts";

/** Backups of replaced files on the host. Every call throws ServiceError while the agent is offline. */
export interface HostBackups {
  /** Deletes the backups of these deployments. */
  forget(deployments: readonly number[]): Promise<void>;
}

const limits = { deadlineMs: 20_000 } as const;

export function hostBackups(agentClient: () => Pick<AgentClient, "request">): HostBackups {
  return {
    async forget(deployments) {
      if (deployments.length > 0)
        await agentClient().request("deployments.forget", { deployments: [...deployments] }, limits);
    },
  };
}
