import { Refusal } from "../aws/service.ts";

/** A line with its place. */
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

/** Before this moment nothing is read backwards. */
const backwardsFrom = Date.UTC(2024, 0, 1);

/** A page of FilterLogEvents, which looks at so many events. Of the pattern language it knows one field of JSON that equals a text, or that has any. */
export function filtered(events: readonly StoredEvent[], input: FilterInput, scanned: number) {
  const { startTime = 0, endTime = Number.POSITIVE_INFINITY, filterPattern, limit = 10_000, nextToken } = input;
  const forwards = nextToken === undefined ? input.startFromHead !== false : nextToken.startsWith("f");
  if (!forwards && startTime < backwardsFrom) throw new Refusal("InvalidParameterException");
  if (limit < 1 || limit > 10_000 || startTime > endTime) throw new Refusal("InvalidParameterException");
  const matches = matcherOf(filterPattern);
  const way = forwards ? 1 : -1;
  const within = events
    .filter(({ timestamp }) => timestamp >= startTime && timestamp <= endTime)
    // Nothing says how events of one moment follow on each other: here, the latest is first either way.
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
    return undefined; // Lines that are no JSON match no such pattern.
  }
}
