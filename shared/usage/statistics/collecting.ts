import type { AgentClient } from "#shared/agent/api.ts";
import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { dayMs, type Minute, minuteMs } from "../period.ts";
import type { UsageRollups } from "../rollups.ts";
import { minutesKeptMs, type UsageStore } from "../store.ts";
import { hostRows, serverMinutes } from "./minutes.ts";
import type { Attempt, Started, StatisticsProgress, StatisticsStore } from "./store.ts";
import type { StatisticsLog, SwitchStatistics } from "./switching.ts";

interface CollectingDependencies {
  readonly store: StatisticsStore;
  readonly figures: Pick<UsageStore, "putMinute">;
  readonly rollups: Pick<UsageRollups, "sweep">;
  readonly agentClient: () => Pick<AgentClient, "request">;
  readonly switchStatistics: SwitchStatistics;
  /** Returns the account of a stored Admin API key. */
  readonly anyAdministrator: () => Promise<AdminCredential | undefined>;
  readonly clock: Clock;
}

/** Collects statistics periodically and keeps them enabled. */
export interface CollectedStatistics {
  /** Reads what was written since the last run. Does nothing while statistics are disabled or the agent is unavailable. */
  sweep(): Promise<void>;
}

const agentMs = 10_000;
/** Time span of earlier log entries to read when statistics are enabled. */
const firstMs = dayMs;
/** Silence after which a log counts as disabled. An enabled log is written twice a minute. */
const silentMs = 5 * minuteMs;
/** Retry interval for a log that stays silent. TopCallStats.log is also silent when there are no calls. */
const retryMs = 10 * minuteMs;
/** Time after a start in which enabling is retried every minute, because fmsadmin can't reach the server immediately. */
const startingMs = 10 * minuteMs;
/** Delay after which hours are merged, so that their minutes are present. */
const behindMs = 10 * minuteMs;

export function collectedStatistics(dependencies: CollectingDependencies): CollectedStatistics {
  const { store, figures, rollups, agentClient, switchStatistics, anyAdministrator, clock } = dependencies;

  const read = async (from: number): Promise<ReplyOf<"statistics.read"> | undefined> => {
    try {
      return await agentClient().request("statistics.read", { from }, { deadlineMs: agentMs });
    } catch (thrown) {
      if (thrown instanceof ServiceError) return undefined; // A watch detects an unavailable agent.
      throw thrown;
    }
  };

  const put = (writer: string, { start, rows }: Pick<Minute, "start" | "rows">): Promise<void> =>
    figures.putMinute({ writer, start, from: start, to: start + minuteMs, isLast: true, rows });

  /** Enables a log after a start of the Database Server, which disables some logs, and when it is silent. */
  const keepOn = async (
    log: StatisticsLog,
    before: Attempt | null,
    { isStarted, isSilent }: { readonly isStarted: boolean; readonly isSilent: boolean },
  ): Promise<Attempt | null> => {
    if (!isStarted && !isSilent) return null;
    const now = clock.now();
    const isEarly = before !== null && now >= before.at && now - before.at < retryMs;
    if (!isStarted && isEarly) return before;
    try {
      await switchStatistics(log, "enable", await anyAdministrator());
      return { at: now, failure: null };
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return { at: now, failure: thrown.text, error: thrown.error };
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
      const started = startedAfter(before?.started, found.serverProcess, now);
      const isStarted = started?.isDone === false;
      const kept = async (log: StatisticsLog, attempt: Attempt | null | undefined, lastLine: number | null) =>
        keepOn(log, attempt ?? null, { isStarted, isSilent: lastLine === null || host.at - lastLine >= silentMs });
      const serverAttempt = server ? await kept("serverstats", before?.serverAttempt, lastServerLine) : null;
      const topCallsAttempt = topCalls ? await kept("topcallstats", before?.topCallsAttempt, lastTopCallLine) : null;
      const isLeft =
        isStarted && [serverAttempt, topCallsAttempt].some(isWorthAnotherTry) && now - started.seenAt < startingMs;
      const progress: StatisticsProgress = {
        schema: 1,
        readTo: to,
        lastServerLine,
        lastTopCallLine,
        serverAttempt,
        topCallsAttempt,
        ...(started && { started: { ...started, isDone: !isLeft } }),
      };
      await store.keepProgress(progress);
      if (now - to < behindMs) await rollups.sweep();
    },
  };
}

/** Detects a start of the Database Server. The first process seen isn't counted as a start, because it may have been running for long. */
function startedAfter(
  before: Started | null | undefined,
  process: string | null | undefined,
  now: number,
): Started | null | undefined {
  if (process == null || process === before?.process) return before;
  return { process, seenAt: now, isDone: before == null };
}

/** Returns true if another attempt makes sense. A rejected account isn't used again. */
function isWorthAnotherTry(attempt: Attempt | null): boolean {
  return attempt?.error === "statistics_not_switched" || attempt?.error === "agent_unavailable";
}

function beginningOf(moment: number): number {
  return moment - (moment % minuteMs);
}
