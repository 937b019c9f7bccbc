import type { AgentClient } from "#shared/agent/api.ts";
import type { ProgramOutcome } from "#shared/agent/protocol/commands/fmsadmin-commands.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";

/** Statistics of FileMaker Server, as fmsadmin names them. */
export type StatisticsLog = "serverstats" | "topcallstats";

/**
 * Enables or disables statistics on the database host.
 * @throws ServiceError
 */
export type SwitchStatistics = (
  log: StatisticsLog,
  action: "enable" | "disable",
  credential: AdminCredential | undefined,
) => Promise<void>;

interface SwitchingDependencies {
  readonly agentClient: () => Pick<AgentClient, "request">;
  /** Classifies the result of fmsadmin. */
  readonly verdictOf: (ended: ProgramOutcome) => "done" | "absent" | "denied" | "failed";
}

/** Timeout. The agent stops fmsadmin before this. */
const fmsadminMs = 25_000;

export function switchingStatistics({ agentClient, verdictOf }: SwitchingDependencies): SwitchStatistics {
  return async (log, action, credential) => {
    if (credential === undefined || "token" in credential) throw new ServiceError("account_needed");
    const run = { task: "statistics", action, log } as const;
    const ended = await agentClient().request("fmsadmin.run", { run, ...credential }, { deadlineMs: fmsadminMs });
    const verdict = verdictOf(ended);
    if (verdict === "done") return;
    if (verdict === "denied") throw new ServiceError("stored_credentials_refused");
    const text = ended.timedOut ? "fmsadmin timed out" : ended.output.trim().slice(-500);
    throw new ServiceError("statistics_not_switched", { text });
  };
}
