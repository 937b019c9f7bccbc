import { Cron } from "croner";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Timing } from "./contract.ts";

/** Returns the next time after `after`, or undefined if there is none. Milliseconds since the epoch, as all times here. */
export function nextRun(timing: Timing, after: number): number | undefined {
  if (timing.kind === "once") {
    const at = Date.parse(timing.at);
    return at > after ? at : undefined;
  }
  return patternOf(timing).nextRun(new Date(after))?.getTime();
}

/** Returns the next times, up to `count`. */
export function nextRuns(timing: Timing, after: number, count: number): readonly number[] {
  const found: number[] = [];
  for (let last = nextRun(timing, after); last !== undefined && found.length < count; last = nextRun(timing, last))
    found.push(last);
  return found;
}

/** Maximum time until the first run, in milliseconds. */
const maxAheadMs = 3_660 * 24 * 60 * 60_000;

/** Returns the first time of a timing that is about to be stored. @throws ServiceError schedule_never_runs */
export function firstRun(timing: Timing, now: number): number {
  let first: number | undefined;
  try {
    first = nextRun(timing, now);
  } catch (thrown) {
    if (!(thrown instanceof TypeError || thrown instanceof RangeError)) throw thrown;
    throw new ServiceError("schedule_never_runs", { text: sentenceOf(thrown.message) });
  }
  if (first === undefined) throw new ServiceError("schedule_never_runs");
  if (first > now + maxAheadMs) throw new ServiceError("schedule_never_runs", { text: "more than ten years ahead" });
  return first;
}

/** Returns the cron pattern. Lists of times such as `30 2,14 * * *` count as fixed, so clock changes don't skip or repeat a run. */
function patternOf({ cron, timeZone }: Extract<Timing, { kind: "repeating" }>): Cron {
  return new Cron(cron, { timezone: timeZone, mode: "5-part", paused: true, fixedTimeRule: "no-wildcard" });
}

/** Returns the parser's message without the name of its class. */
function sentenceOf(message: string): string {
  return message.replace(/^\w+: /, "").slice(0, 200);
}
