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
  /** Notifies what did not go as it was planned. */
  readonly notify: (schedule: ScheduleRecord, run: RunRecord) => Promise<void>;
}

/** What comes due: by a message, or found because its message did not come. */
export interface DueRuns {
  /**
   * Does what a message says of a run; undefined where it is about something else. Messages may come doubled, late and in any
   * order: a run is kept with the very write that plans the next one, so each moment has one. Rejects when it is to be tried again.
   */
  handle(message: unknown, isLastTry: boolean): Promise<void> | undefined;
  /** Sends messages again that did not come. Answers how many. */
  sweep(): Promise<number>;
}

/** How many missed moments are counted. */
const mostCounted = 1_000;

export function dueRuns({ store, messages, starter, clock, log, announce, notify }: DueDependencies): DueRuns {
  /** Keeps the run, and the moment of the next one. Undefined where this moment is no longer the next one. */
  const begin = async (id: number, at: number): Promise<ScheduleRecord | undefined> => {
    const begun = await store.change(id, (record) => {
      if (record.nextAt !== at || !record.isEnabled) return undefined;
      const now = clock.now();
      const { missedRuns, nextAt } = passed(record, at, now);
      const run = newRun(record, at, { missedRuns, now });
      return { record: { ...record, nextAt, sentAgainAt: null, lastRunAt: at }, run };
    });
    // The regular search finds a next run without a message.
    await messages.send(begun ?? { id, nextAt: null }).catch((thrown: unknown) => {
      log.error({ event: "schedule_not_sent", schedule: id, reason: reasonOf(thrown) });
    });
    return begun ?? (await store.get(id));
  };

  /** Keeps a run that was triggered, where there is none of its moment: the plan stays as it is. */
  const beginTriggered = async (id: number, at: number): Promise<ScheduleRecord | undefined> => {
    const begun = await store.change(id, (record) => ({
      record: { ...record, lastRunAt: at },
      run: newRun({ missed: "run" }, at, { missedRuns: 0, now: clock.now() }),
    }));
    return begun ?? (await store.get(id));
  };

  const finish = async (schedule: ScheduleRecord, run: RunRecord): Promise<void> => {
    const { id } = schedule;
    // In this order: a worker that stops in between does both again, and what was notified is only counted then.
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
    if (!isTriggered && known.nextAt === at && at > clock.now()) return messages.send(known); // By another clock than ours.
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
      return finish(record, { ...run, state: "failed", reason: "The worker stopped while it was being started" });
    await store.keepRun(id, { ...run, isTried: true });
    try {
      await started(await starter.start(record, at));
    } catch (thrown) {
      const isFinal = (thrown instanceof ServiceError && thrown.status < 500) || !isPassingFault(thrown);
      if (!isFinal && !isLastTry) {
        // What it has thrown says that nothing was started. A worker that died has said nothing.
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

/** How many moments between the planned one and now have passed without a run, and the moment that follows. */
function passed({ timing }: ScheduleRecord, at: number, now: number) {
  let missedRuns = 0;
  let next = nextRun(timing, at);
  while (next !== undefined && next <= now && missedRuns < mostCounted) {
    missedRuns += 1;
    next = nextRun(timing, next);
  }
  if (next !== undefined && next <= now) next = nextRun(timing, now);
  return { missedRuns, nextAt: next ?? null };
}
