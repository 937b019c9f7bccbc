import type { AgentClient } from "#shared/agent/agent-client.ts";
import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { dayMs, type Minute, minuteMs } from "../period.ts";
import type { UsageRollups } from "../rollups.ts";
import { minutesKeptMs, type UsageStore } from "../store.ts";
import { hostRows, serverMinutes } from "./minutes.ts";
import type { Attempt, StatisticsProgress, StatisticsStore } from "./store.ts";
import type { StatisticsLog, SwitchStatistics } from "./switching.ts";

interface CollectingDependencies {
  readonly store: StatisticsStore;
  readonly figures: Pick<UsageStore, "putMinute">;
  readonly rollups: Pick<UsageRollups, "sweep">;
  readonly agentClient: () => Pick<AgentClient, "request">;
  readonly switchStatistics: SwitchStatistics;
  /** The account of a stored Admin API Key. */
  readonly anyAdministrator: () => Promise<AdminCredential | undefined>;
  readonly clock: Clock;
}

/** Reads statistics again and again, and keeps them on. */
export interface CollectedStatistics {
  /** Reads what was written since the last time; nothing while statistics are off, or the agent is away. */
  sweep(): Promise<void>;
}

const agentMs = 10_000;
/** When they are switched on, so much of what was written before is read too. */
const firstMs = dayMs;
/** A log that is written to twice a minute is off when it is silent for so long. */
const silentMs = 5 * minuteMs;
/** How often one that stays silent is switched on: TopCallStats.log is silent where nobody calls, too. */
const retryMs = 10 * minuteMs;
/** Hours are put together once their minutes are here. */
const behindMs = 10 * minuteMs;

export function collectedStatistics(dependencies: CollectingDependencies): CollectedStatistics {
  const { store, figures, rollups, agentClient, switchStatistics, anyAdministrator, clock } = dependencies;

  const read = async (from: number): Promise<ReplyOf<"statistics.read"> | undefined> => {
    try {
      return await agentClient().request("statistics.read", { from }, { deadlineMs: agentMs });
    } catch (thrown) {
      if (thrown instanceof ServiceError) return undefined; // Whether the agent is away, a watch looks.
      throw thrown;
    }
  };

  const put = (writer: string, { start, rows }: Pick<Minute, "start" | "rows">): Promise<void> =>
    figures.putMinute({ writer, start, from: start, to: start + minuteMs, isLast: true, rows });

  /** Switches a log on where it is silent. Some are off again after each start of the Database Server. */
  const keepOn = async (
    log: StatisticsLog,
    lastLine: number | null,
    before: Attempt | null,
    hostNow: number,
  ): Promise<Attempt | null> => {
    if (lastLine !== null && hostNow - lastLine < silentMs) return null;
    const now = clock.now();
    if (before !== null && now >= before.at && now - before.at < retryMs) return before;
    try {
      await switchStatistics(log, "enable", await anyAdministrator());
      return { at: now, failure: null };
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return { at: now, failure: thrown.text };
    }
  };

  return {
    async sweep() {
      const { server, topCalls } = await store.settings();
      if (!server && !topCalls) return;
      const now = clock.now();
      const before = await store.progress();
      const from = beginningOf(Math.max(Math.min(before?.readTo ?? now - firstMs, now), now - minutesKeptMs));
      const found = await read(from);
      if (found === undefined) return;
      const { to, readings, host, disks, lastServerLine, lastTopCallLine } = found;
      if (server) {
        for (const minute of serverMinutes(readings)) await put("server", minute);
        await put("host", { start: beginningOf(host.at), rows: hostRows(host.values, disks) });
      }
      const progress: StatisticsProgress = {
        schema: 1,
        readTo: to,
        lastServerLine,
        lastTopCallLine,
        serverAttempt: server
          ? await keepOn("serverstats", lastServerLine, before?.serverAttempt ?? null, host.at)
          : null,
        topCallsAttempt: topCalls
          ? await keepOn("topcallstats", lastTopCallLine, before?.topCallsAttempt ?? null, host.at)
          : null,
      };
      await store.keepProgress(progress);
      if (now - to < behindMs) await rollups.sweep();
    },
  };
}

function beginningOf(moment: number): number {
  return moment - (moment % minuteMs);
}
