import { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import { isPassingFault } from "#shared/ports/passing-fault.ts";
import { DueMessage, type RunMessages } from "./messages.ts";
import type { RunRecord, ScheduleRecord } from "./record.ts";
import { isOverdue, newRun } from "./rules.ts";
import type { RunStarter } from "./starter.ts";
import type { ScheduleStore } from "./store.ts";
import { nextRun } from "./timing.ts";

interface DueDependencies {
  readonly store: ScheduleStore;
  readonly messages: RunMessages;
  readonly starter: RunStarter;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "error">;
  /** Publishes that a schedule has changed. Never rejects. */
  readonly announce: (id: number) => Promise<void>;
  /** Notifies about a run that didn't go as planned. */
  readonly notify: (schedule: ScheduleRecord, run: RunRecord) => Promise<void>;
}

/** Starts runs that are due, by a message, or by the sweep if the message is missing. */
export interface DueRuns {
  /**
   * Handles a message about a run. Returns undefined for other messages. Messages can arrive twice, late and in any order: a run is stored
   * in the same write that plans the next one, so each time has one run. Rejects if it must be tried again.
   */
  handle(message: unknown, isLastTry: boolean): Promise<void> | undefined;
  /** Sends missing messages again. Returns their number. */
  sweep(): Promise<number>;
}

/** Maximum number of missed runs that are counted. */
const maxCounted = 1_000;

export function dueRuns({ store, messages, starter, clock, log, announce, notify }: DueDependencies): DueRuns {
  /** Stores the run, and the time of the next one. Changes nothing if this time is no longer the next one. */
  const begin = async (id: number, at: number): Promise<ScheduleRecord | undefined> => {
    const begun = await store.change(id, (record) => {
      if (record.nextAt !== at || !record.isEnabled) return undefined;
      const now = clock.now();
      const { missedRuns, nextAt } = passed(record, at, now);
      const run = newRun(record, at, { missedRuns, now });
      return { record: { ...record, nextAt, sentAgainAt: null, lastRunAt: at }, run };
    });
    // The regular sweep finds a next run that has no message.
    await messages.send(begun ?? { id, nextAt: null }).catch((thrown: unknown) => {
      log.error({ event: "schedule_not_sent", schedule: id, reason: reasonOf(thrown) });
    });
    return begun ?? (await store.get(id));
  };

  /** Stores a triggered run if its time has none. The next planned run doesn't change. */
  const beginTriggered = async (id: number, at: number): Promise<ScheduleRecord | undefined> => {
    const begun = await store.change(id, (record) => ({
      record: { ...record, lastRunAt: at },
      run: newRun({ missed: "run" }, at, { missedRuns: 0, now: clock.now() }),
    }));
    return begun ?? (await store.get(id));
  };

  const finish = async (schedule: ScheduleRecord, run: RunRecord): Promise<void> => {
    const { id } = schedule;
    // The order matters: a worker that stops in between repeats both, and a repeated notification counts once.
    await notify(schedule, run);
    await store.keepRun(id, run);
    const { state, plannedAt, processId, reason } = run;
    const line = { event: `schedule_${state}`, schedule: id, plannedAt: new Date(plannedAt).toISOString() };
    if (state === "failed") log.error({ ...line, reason: reason ?? "" });
    else log.info({ ...line, ...(processId !== null && { process: processId }) });
    await announce(id);
  };

  const runAt = async ({ schedule: id, at, isTriggered }: DueMessage, isLastTry: boolean): Promise<void> => {
    const known = await store.get(id);
    if (known === undefined) return;
    if (!isTriggered && known.nextAt === at && at > clock.now()) return messages.send(known); // The sender's clock is ahead of ours.
    const record = await (isTriggered ? beginTriggered(id, at) : begin(id, at));
    const run = await store.run(id, at);
    if (record === undefined || run === undefined) return;
    if (run.state === "skipped") return finish(record, run);
    if (run.state !== "starting") return;
    const started = async (processId: number) =>
      finish(record, { ...run, state: "started", startedAt: clock.now(), processId });
    const accepted = await starter.accepted(record, at);
    if (accepted !== undefined) return started(accepted);
    if (run.isTried && !starter.isRepeatable(record))
      return finish(record, { ...run, state: "failed", reason: "The worker stopped while starting the run" });
    await store.keepRun(id, { ...run, isTried: true });
    try {
      await started(await starter.start(record, at));
    } catch (thrown) {
      const isFinal = (thrown instanceof ServiceError && thrown.status < 500) || !isPassingFault(thrown);
      if (!isFinal && !isLastTry) {
        // An error proves that nothing was started. A worker that died proves nothing.
        if (thrown instanceof ServiceError) await store.keepRun(id, run);
        throw thrown;
      }
      const reason = thrown instanceof ServiceError ? thrown.text : "Something went wrong in Latchkey";
      await finish(record, { ...run, state: "failed", reason });
      if (!(thrown instanceof ServiceError)) throw thrown;
    }
  };

  return {
    handle(message, isLastTry) {
      const due = DueMessage.safeParse(message);
      return due.success ? runAt(due.data, isLastTry) : undefined;
    },

    async sweep() {
      let sent = 0;
      for (const found of await store.all()) {
        const now = clock.now();
        if (!isOverdue(found, now)) continue;
        const marked = await store.change(found.id, (record) =>
          isOverdue(record, now) ? { record: { ...record, sentAgainAt: now } } : undefined,
        );
        if (marked === undefined) continue;
        await messages.send(marked);
        sent += 1;
      }
      return sent;
    },
  };
}

/** Returns the number of runs missed between the planned time and now, and the next time. */
function passed({ timing }: ScheduleRecord, at: number, now: number) {
  let missedRuns = 0;
  let next = nextRun(timing, at);
  while (next !== undefined && next <= now && missedRuns < maxCounted) {
    missedRuns += 1;
    next = nextRun(timing, next);
  }
  if (next !== undefined && next <= now) next = nextRun(timing, now);
  return { missedRuns, nextAt: next ?? null };
}
