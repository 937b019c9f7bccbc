import { ServiceError } from "#shared/contract/errors.ts";
import { parseLocalTime } from "#shared/contract/local-time.ts";

interface StartMomentDependencies {
  /** Returns the time zone of the database host, such as `Europe/Berlin`. Undefined if no agent has reported it. */
  readonly hostTimeZone: () => Promise<string | undefined>;
}

/** Returns the start time of work that is scheduled for later, in milliseconds since the epoch. @throws ServiceError input_invalid */
export type StartMoment = (timestamp: string | undefined, now: number) => Promise<number>;

const maxAheadMs = 366 * 24 * 60 * 60_000;

/** Parses times with an offset, or in the local time of the database host. */
export function startMoments({ hostTimeZone }: StartMomentDependencies): StartMoment {
  return async (timestamp, now) => {
    if (timestamp === undefined) throw refusal("required with `scheduled`");
    const at = hasOffset(timestamp) ? Date.parse(timestamp) : inZone(timestamp, await hostTimeZone());
    if (at <= now) throw refusal("must be in the future");
    if (at > now + maxAheadMs) throw refusal("must be within the next year");
    return at;
  };
}

/** @throws ServiceError if the time zone is unknown */
function inZone(timestamp: string, timeZone: string | undefined): number {
  if (timeZone === undefined)
    throw refusal("the time zone of the database host is unknown: add an offset, such as `+01:00`");
  return parseLocalTime(timestamp, timeZone);
}

function hasOffset(timestamp: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(timestamp);
}

function refusal(why: string): ServiceError {
  return new ServiceError("input_invalid", { text: `\`timestamp\`: ${why}` });
}
