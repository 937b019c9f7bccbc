import type { AgentClient } from "#shared/agent/agent-client.ts";

/** Files that deployments have replaced, as the host keeps them. Every call throws ServiceError while the agent is away. */
export interface HostBackups {
  /** Deletes what these have kept. */
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
