import { timestamp } from "#shared/contract/scalars.ts";
import type { Publish } from "#shared/notifications/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { RunRecord, ScheduleRecord } from "./record.ts";
import { isMissed } from "./rules.ts";

interface ScheduleEventsDependencies {
  readonly publish: Publish;
  readonly baseUrl: () => string;
  readonly clock: Clock;
}

/** Returns a function that publishes events about runs that didn't go as planned. Repeated events within an hour count once. */
export function scheduleEvents({ publish, baseUrl, clock }: ScheduleEventsDependencies) {
  return async ({ id, name }: ScheduleRecord, run: RunRecord): Promise<void> => {
    const notice = (text: string) => ({
      subject: `schedule:${id}`,
      data: { subject: name, text, serverUrl: baseUrl(), timestamp: timestamp(clock.now()) },
    });
    const missed = missedText(name, run);
    if (missed !== undefined) await publish({ event: "schedule_missed", ...notice(missed) });
    if (run.state === "failed")
      await publish({
        event: "schedule_failed",
        ...notice(`“${name}” failed to start. ${run.reason ?? ""}`),
      });
  };
}

/** Returns a text about missed runs. Undefined if none was missed. */
function missedText(name: string, { state, plannedAt, startedAt, missedRuns }: RunRecord): string | undefined {
  const isLate = state === "skipped" || (startedAt !== null && isMissed(plannedAt, startedAt));
  if (!isLate && missedRuns === 0) return undefined;
  const more = missedRuns === 0 ? "" : ` and ${missedRuns} ${missedRuns === 1 ? "time" : "times"} after that`;
  const now = state === "skipped" ? "It was skipped." : "It ran later.";
  return `“${name}” did not run on time: it was scheduled for ${timestamp(plannedAt)}${more}. ${now}`;
}
