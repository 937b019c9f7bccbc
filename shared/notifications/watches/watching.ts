import { timestamp } from "#shared/contract/scalars.ts";
import { spanText } from "#shared/contract/texts/span-text.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Occurrence, Publish } from "../publish.ts";
import type { TroubleRecord } from "../record.ts";
import { isRepetition } from "../rules.ts";
import type { NotificationStore } from "../store.ts";
import type { Normal, Trouble, Watch } from "./watch.ts";

interface WatchingDependencies {
  readonly store: Pick<NotificationStore, "all" | "troubles" | "keepTrouble" | "endTrouble" | "takeLook" | "lastEvent">;
  readonly watches: readonly Watch[];
  readonly publish: Publish;
  readonly baseUrl: () => string;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
}

/** Notifies of problems and their end. */
export interface Watching {
  /** Runs every watch that is due. Does nothing while no one would be notified. */
  sweep(): Promise<void>;
}

/**
 * Creates the watching. A problem is stored when it is first seen; it was notified if an event about it was sent since then. Therefore its
 * end goes to the destinations that got its beginning, regardless of the worker that saw it, and an event that was only counted is sent if
 * the problem lasts beyond the hour.
 */
export function watching({ store, watches, publish, baseUrl, clock, log }: WatchingDependencies): Watching {
  const lastOf = ({ event, ...about }: TroubleRecord) => store.lastEvent(event, subjectOf(about));

  const noticeOf = ({ event, text, only = null }: Normal, { name }: Pick<TroubleRecord, "name">) =>
    ({
      event,
      only,
      data: { subject: name, text, serverUrl: baseUrl(), timestamp: timestamp(clock.now()) },
    }) as Pick<Occurrence, "event" | "data" | "only">;

  const isWrong = async (watch: Watch, trouble: Trouble, known: TroubleRecord | undefined): Promise<void> => {
    const now = clock.now();
    const { subject, event, stage = "", name } = trouble;
    const isAsBefore = known !== undefined && known.event === event && known.stage === stage;
    const record: TroubleRecord = isAsBefore
      ? known
      : { schema: 1, watch: watch.name, subject, event, stage, name, since: known?.since ?? now, isCounted: false };
    if (!isAsBefore) await store.keepTrouble(record);
    if (now - record.since < watch.afterMs) return;
    const last = await lastOf(record);
    const isNotified = last !== undefined && last.sentAt >= record.since;
    if (isNotified || (last !== undefined && record.isCounted && isRepetition(last.sentAt, now))) return;
    const notice = { ...noticeOf(trouble, record), subject: subjectOf(record) } as Occurrence;
    if ((await publish(notice)) === "counted") await store.keepTrouble({ ...record, isCounted: true });
  };

  const hasEnded = async (watch: Watch, record: TroubleRecord): Promise<void> => {
    const last = await lastOf(record);
    if (last !== undefined && last.sentAt >= record.since) {
      const normal = await watch.normal(record, spanText(clock.now() - record.since));
      const subject = `${subjectOf(record)} since ${record.since}`;
      if (normal !== undefined)
        await publish({ ...noticeOf(normal, record), subject, isOnce: true, ends: record.event } as Occurrence);
    }
    await store.endTrouble(record);
  };

  const sweepOne = async (watch: Watch): Promise<void> => {
    if (watch.everyMs > 0 && !(await store.takeLook(watch.name, watch.everyMs, clock.now()))) return;
    const known = await store.troubles(watch.name);
    const seen = await watch.look(known);
    if (seen === undefined) return;
    for (const trouble of seen)
      await isWrong(
        watch,
        trouble,
        known.find(({ subject }) => subject === trouble.subject),
      );
    for (const record of known)
      if (!seen.some(({ subject }) => subject === record.subject)) await hasEnded(watch, record);
  };

  return {
    async sweep() {
      if (!(await store.all()).some(({ active }) => active)) return;
      const swept = watches.map(async (watch) => {
        try {
          await sweepOne(watch);
        } catch (thrown) {
          // The other watches don't wait for it, and the next sweep runs it again.
          log.error({ event: "watch_failed", watch: watch.name, reason: reasonOf(thrown) });
        }
      });
      await Promise.all(swept);
    },
  };
}

function subjectOf({ watch, subject, stage }: Pick<TroubleRecord, "watch" | "subject" | "stage">): string {
  return [watch, subject, stage].join("#");
}
