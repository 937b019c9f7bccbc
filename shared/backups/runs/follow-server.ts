import type { AgentClient } from "#shared/agent/api.ts";
import type { SeenSchedule } from "#shared/agent/protocol/commands/backup-commands.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import type { ProcessStore } from "#shared/processes/api.ts";
import { isDrillDue } from "../drills/rules.ts";
import type { StartDrill } from "../drills/start-drill.ts";
import type { OffsiteScheduleRecord } from "../schedules/record.ts";
import { isOverdue, withSeen } from "../schedules/rules.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";
import { isUpkeepDue } from "../upkeep/rules.ts";
import type { StartUpkeep } from "../upkeep/start-upkeep.ts";
import type { RunEvents } from "./run-events.ts";
import type { StartRun } from "./start-run.ts";
import { mayBeUnbegun, mayRunBeUnbegun, unbegunRun, withUnbegun } from "./unbegun.ts";

interface FollowServerDependencies {
  readonly store: Pick<OffsiteScheduleStore, "all" | "change" | "keepRun" | "runs">;
  readonly processes: Pick<ProcessStore, "get">;
  readonly agentClient: () => Pick<AgentClient, "request">;
  readonly start: StartRun;
  readonly drill: StartDrill;
  readonly maintain: StartUpkeep;
  readonly events: Pick<RunEvents, "overdue" | "missing">;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
}

const lookMs = 20_000;
/** Number of runs that are searched for an open one. It is among the newest, because runs don't overlap. */
const newestRuns = 10;

/** Follows the backups that FileMaker Server makes: sends each complete backup, and notifies about missing ones. */
export function followServer(dependencies: FollowServerDependencies) {
  const { store, processes, agentClient, start, drill, maintain, events, clock, log } = dependencies;
  /** Returns the host's view of the schedules. Undefined while the host is offline. */
  const look = async (schedules: readonly OffsiteScheduleRecord[]): Promise<readonly SeenSchedule[] | undefined> => {
    const wanted = schedules.map(({ id, name, newestFolder: after }) => ({ id, name, after }));
    try {
      return (await agentClient().request("backups.look", { schedules: wanted }, { deadlineMs: lookMs })).schedules;
    } catch (thrown) {
      if (thrown instanceof ServiceError) return undefined;
      throw thrown;
    }
  };

  /** Marks stored runs, drills and upkeep that never began as crashed. Returns the current schedule. */
  const endedUnbegun = async (known: OffsiteScheduleRecord): Promise<OffsiteScheduleRecord> => {
    const { runs } = await store.runs(known.id, { cursor: undefined, limit: newestRuns });
    for (const run of runs.filter((noted) => mayRunBeUnbegun(noted, clock.now())))
      if ((await processes.get(run.processId)) === undefined) await store.keepRun(unbegunRun(run, clock.now()));
    let schedule = known;
    for (const processId of mayBeUnbegun(known, clock.now())) {
      if ((await processes.get(processId)) !== undefined) continue;
      schedule = (await store.change(known.id, (found) => withUnbegun(found, processId, clock.now()))) ?? schedule;
    }
    return schedule;
  };

  const follow = async (known: OffsiteScheduleRecord, seen: SeenSchedule | undefined): Promise<void> => {
    let schedule = await endedUnbegun(known);
    if (seen !== undefined) {
      const { name, state, isEnabled, nextRunAt, lastError } = seen;
      const shown = { name, state, isEnabled, nextRunAt, lastError };
      schedule = (await store.change(known.id, (found) => withSeen(found, shown, clock.now()))) ?? known;
      if (schedule.seen?.state === "missing") await events.missing(schedule);
    }
    if (!schedule.isEnabled) return;
    if (isOverdue(schedule, clock.now())) await events.overdue(schedule);
    // The backup of a manual run belongs to that run.
    const { lastRun } = schedule;
    if (lastRun !== null && lastRun.folder === null && lastRun.endedAt === null) return;
    const byItself = { credential: null, startedBy: `offsite-schedule:${schedule.id}` };
    const made = schedule.seen?.state === "missing" ? [] : (seen?.backups ?? []);
    for (const { folder, isComplete } of made) {
      // Later folders are newer, so they aren't complete either.
      if (!isComplete) break;
      await start(schedule, { folder, ...byItself });
    }
    if (isDrillDue(schedule, clock.now())) await drill(schedule, byItself);
    if (isUpkeepDue(schedule, clock.now())) await maintain(schedule, { startedBy: byItself.startedBy });
  };

  return async (): Promise<void> => {
    const schedules = await store.all();
    if (schedules.length === 0) return;
    const seen = await look(schedules);
    for (const schedule of schedules) {
      try {
        await follow(
          schedule,
          seen?.find(({ id }) => id === schedule.id),
        );
      } catch (thrown) {
        // The other schedules don't wait for it, and the next check retries it.
        log.error({ event: "offsite_schedule_not_followed", schedule: schedule.id, reason: reasonOf(thrown) });
      }
    }
  };
}
