import { Refusal } from "../aws/service.ts";

/** Line with its position. */
export interface StoredEvent {
  readonly eventId: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly message: string;
}

export interface FilterInput {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly filterPattern?: string;
  readonly limit?: number;
  readonly nextToken?: string;
  readonly startFromHead?: boolean;
}

/** Earliest start time of reads in reverse order. */
const backwardsFrom = Date.UTC(2024, 0, 1);

/**
 * Returns a page of FilterLogEvents after scanning at most `scanned` events. Of the pattern language, it supports one JSON field that
 * equals a text or has any text.
 */
export function filtered(events: readonly StoredEvent[], input: FilterInput, scanned: number) {
  const { startTime = 0, endTime = Number.POSITIVE_INFINITY, filterPattern, limit = 10_000, nextToken } = input;
  const forwards = nextToken === undefined ? input.startFromHead !== false : nextToken.startsWith("f");
  if (!forwards && startTime < backwardsFrom) throw new Refusal("InvalidParameterException");
  if (limit < 1 || limit > 10_000 || startTime > endTime) throw new Refusal("InvalidParameterException");
  const matches = matcherOf(filterPattern);
  const way = forwards ? 1 : -1;
  const within = events
    .filter(({ timestamp }) => timestamp >= startTime && timestamp <= endTime)
    // The order of events with the same timestamp isn't documented: here, the latest is first in both directions.
    .toSorted((a, b) => way * (a.timestamp - b.timestamp) || (a.eventId < b.eventId ? 1 : -1));
  const found: StoredEvent[] = [];
  let index = nextToken === undefined ? 0 : Number(nextToken.slice(1));
  const stop = Math.min(within.length, index + scanned);
  for (; index < stop && found.length < limit; index += 1) {
    const event = within[index];
    if (event !== undefined && matches(event)) found.push(event);
  }
  const token = index < within.length ? { nextToken: `${forwards ? "f" : "b"}${index}` } : {};
  return {
    events: found.map((event) => ({ ...event, logStreamName: "one", ingestionTime: event.timestamp })),
    ...token,
  };
}

function matcherOf(pattern: string | undefined): (event: StoredEvent) => boolean {
  if (pattern === undefined) return () => true;
  const [, field, value] = /^\{ \$\.(\w+) = "([^"]*)" \}$/.exec(pattern) ?? [];
  if (field === undefined) throw new Refusal("InvalidParameterException");
  if (value === "*") return ({ message }) => typeof fieldsOf(message)?.[field] === "string";
  return ({ message }) => fieldsOf(message)?.[field] === value;
}

function fieldsOf(message: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(message);
  } catch {
    return undefined; // Lines that aren't JSON don't match.
  }
}
