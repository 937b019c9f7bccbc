import { ServiceError } from "#shared/contract/errors.ts";

interface StartMomentDependencies {
  /** Returns the time zone of the database host, such as `Europe/Berlin`. Undefined if no agent has reported it. */
  readonly hostTimeZone: () => Promise<string | undefined>;
}

/** Returns the start time of work that is scheduled for later, in milliseconds since the epoch. @throws ServiceError input_invalid */
export type StartMoment = (timestamp: string | undefined, now: number) => Promise<number>;

const mostAheadMs = 366 * 24 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** Parses times with an offset, or in the local time of the database host. */
export function startMoments({ hostTimeZone }: StartMomentDependencies): StartMoment {
  return async (timestamp, now) => {
    if (timestamp === undefined) throw refusal("needed with `scheduled`");
    const at = hasOffset(timestamp) ? Date.parse(timestamp) : inZone(timestamp, await hostTimeZone());
    if (at <= now) throw refusal("this moment is past");
    if (at > now + mostAheadMs) throw refusal("more than a year ahead");
    return at;
  };
}

/** @throws ServiceError if the time zone is unknown */
function inZone(timestamp: string, timeZone: string | undefined): number {
  if (timeZone === undefined)
    throw refusal("the agent does not say the time zone of the database host: send an offset, such as `+01:00`");
  return momentIn(timestamp, timeZone);
}

/**
 * Returns the time in milliseconds since the epoch at which the clocks of a zone show this local time: the first one if they show it twice.
 * A time in a gap is moved forward by the length of the gap.
 */
export function momentIn(timestamp: string, timeZone: string): number {
  const shown = Date.parse(`${timestamp}Z`);
  const before = shown - offsetAt(shown - dayMs, timeZone);
  const after = shown - offsetAt(shown + dayMs, timeZone);
  const exact = [before, after].filter((at) => at + offsetAt(at, timeZone) === shown);
  return exact.length === 0 ? before : Math.min(...exact);
}

/** Returns the offset of a zone from UTC at a time, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
}

function hasOffset(timestamp: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(timestamp);
}

function refusal(why: string): ServiceError {
  return new ServiceError("input_invalid", { text: `\`timestamp\`: ${why}` });
}
