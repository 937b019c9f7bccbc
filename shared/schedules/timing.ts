import { Cron } from "croner";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Timing } from "./contract.ts";

/** The next moment after `after`; undefined: nothing follows. Milliseconds since the epoch, as all moments here. */
export function nextRun(timing: Timing, after: number): number | undefined {
  if (timing.kind === "once") {
    const at = Date.parse(timing.at);
    return at > after ? at : undefined;
  }
  return patternOf(timing).nextRun(new Date(after))?.getTime();
}

/** As many next moments as there are, up to `count`. */
export function nextRuns(timing: Timing, after: number, count: number): readonly number[] {
  const found: number[] = [];
  for (let last = nextRun(timing, after); last !== undefined && found.length < count; last = nextRun(timing, last))
    found.push(last);
  return found;
}

/** How far ahead a moment may lie. */
const mostAheadMs = 3_660 * 24 * 60 * 60_000;

/** The first moment of a timing that is about to be stored. @throws ServiceError schedule_never_runs */
export function firstRun(timing: Timing, now: number): number {
  let first: number | undefined;
  try {
    first = nextRun(timing, now);
  } catch (thrown) {
    if (!(thrown instanceof TypeError || thrown instanceof RangeError)) throw thrown;
    throw new ServiceError("schedule_never_runs", { text: sentenceOf(thrown.message) });
  }
  if (first === undefined) throw new ServiceError("schedule_never_runs");
  if (first > now + mostAheadMs) throw new ServiceError("schedule_never_runs", { text: "more than ten years ahead" });
  return first;
}

/** A list of fixed times such as `30 2,14 * * *` counts as fixed too: none is skipped or doubled where clocks change. */
function patternOf({ cron, timeZone }: Extract<Timing, { kind: "repeating" }>): Cron {
  return new Cron(cron, { timezone: timeZone, mode: "5-part", paused: true, fixedTimeRule: "no-wildcard" });
}

/** What the parser says, without the names of its parts. */
function sentenceOf(message: string): string {
  return message.replace(/^\w+: /, "").slice(0, 200);
}
