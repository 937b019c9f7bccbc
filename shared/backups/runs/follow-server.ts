import type { AgentClient } from "#shared/agent/agent-client.ts";
import type { SeenSchedule } from "#shared/agent/protocol/commands/backup-commands.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import type { ProcessStore } from "#shared/processes/store.ts";
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
  readonly tend: StartUpkeep;
  readonly events: Pick<RunEvents, "overdue" | "missing">;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
}

const lookMs = 20_000;
/** An open run is among the newest ones: no other begins beside it. */
const newestRuns = 10;

/** Keeps up with the backups that FileMaker Server makes: each that is complete is sent, one that does not come is notified. */
export function followServer(dependencies: FollowServerDependencies) {
  const { store, processes, agentClient, start, drill, tend, events, clock, log } = dependencies;
  /** What the host sees; undefined while it is away. */
  const look = async (schedules: readonly OffsiteScheduleRecord[]): Promise<readonly SeenSchedule[] | undefined> => {
    const wanted = schedules.map(({ id, name, newestFolder: after }) => ({ id, name, after }));
    try {
      return (await agentClient().request("backups.look", { schedules: wanted }, { deadlineMs: lookMs })).schedules;
    } catch (thrown) {
      if (thrown instanceof ServiceError) return undefined;
      throw thrown;
    }
  };

  /** Runs, drills and upkeep that were noted, and never began, have crashed. Answers how the schedule is then. */
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
    // The backup that a run by hand has made is its own.
    const { lastRun } = schedule;
    if (lastRun !== null && lastRun.folder === null && lastRun.endedAt === null) return;
    const byItself = { credential: null, startedBy: `offsite-schedule:${schedule.id}` };
    const made = schedule.seen?.state === "missing" ? [] : (seen?.backups ?? []);
    for (const { folder, isComplete } of made) {
      // What comes behind it is newer, and is not complete either.
      if (!isComplete) break;
      await start(schedule, { folder, ...byItself });
    }
    if (isDrillDue(schedule, clock.now())) await drill(schedule, byItself);
    if (isUpkeepDue(schedule, clock.now())) await tend(schedule, { startedBy: byItself.startedBy });
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
        // The others do not wait for it, and the next look comes back to it.
        log.error({ event: "offsite_schedule_not_followed", schedule: schedule.id, reason: reasonOf(thrown) });
      }
    }
  };
}
