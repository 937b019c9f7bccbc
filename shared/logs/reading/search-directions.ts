import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LogFormat } from "../format/format.ts";
import type { SearchQuery, TextRecord } from "../log-reader.ts";
import type { Matcher } from "./matcher.ts";
import { firstAt } from "./moment.ts";
import type { pageOf } from "./page.ts";
import { spanAround, textRecord } from "./records.ts";
import { type Region, regionsBackwards } from "./scan/regions.ts";
import { regionsForwards } from "./scan/regions-forwards.ts";

/** Clocks are set back, usually by an hour at most: so much beyond a time range is looked at too. */
const slackMs = 3_600_000;

interface Taking {
  readonly format: LogFormat;
  readonly matcher: Matcher;
  readonly page: ReturnType<typeof pageOf<TextRecord>>;
  readonly query: SearchQuery;
}

/** One of the two ways through a log. */
export interface SearchDirection {
  /** Where it begins: where nothing that fits the time, or the place, stands before. */
  start(log: OpenLog, format: LogFormat, query: SearchQuery): Promise<number>;
  regions(log: OpenLog, format: LogFormat, from: number, mostBytes: number): AsyncGenerator<Region>;
  /** Takes what is found. Answers where it stopped when the page was full. */
  take(region: Region, taking: Taking): number | undefined;
  endOf(region: Region): number;
  /** Whether all that follows is outside of the time. */
  isBeyond(region: Region, format: LogFormat, query: SearchQuery): boolean;
  isLeft(log: OpenLog, reached: number): boolean;
  /** Where it is over. */
  end(log: OpenLog): number;
}

/** The newest first. */
export const backwards: SearchDirection = {
  async start(log, format, { to, offset }) {
    const end = to === undefined || !format.isTimed ? log.sizeBytes : await firstAt(log, format, to + slackMs);
    return Math.min(end, offset ?? end);
  },
  regions: regionsBackwards,
  take(region, taking) {
    for (const { record, span } of found(region, taking)) {
      if (!taking.page.take(record)) return region.offset + span.end;
      if (taking.page.isFull()) return region.offset + span.start;
    }
    return undefined;
  },
  endOf: ({ offset }) => offset,
  isBeyond(region, format, { from }) {
    const time = from === undefined ? undefined : timeAt(region, 0, format);
    return time !== undefined && from !== undefined && time < from - slackMs;
  },
  isLeft: (_, reached) => reached > 0,
  end: () => 0,
};

/** The oldest first. */
export const forwards: SearchDirection = {
  async start(log, format, { from, offset = 0 }) {
    const begin = from === undefined || !format.isTimed ? 0 : await firstAt(log, format, from - slackMs);
    return Math.max(begin, Math.min(offset, log.sizeBytes));
  },
  regions: regionsForwards,
  take(region, taking) {
    const after = taking.query.offset ?? -1;
    for (const { record, span } of [...found(region, taking)].reverse()) {
      // What begins at the place itself is where the caller stands.
      if (record.offset <= after) continue;
      if (!taking.page.take(record)) return region.offset + span.start;
      if (taking.page.isFull()) return region.offset + span.end;
    }
    return undefined;
  },
  endOf: ({ offset, bytes }) => offset + bytes.length,
  isBeyond(region, format, { to }) {
    const time = to === undefined ? undefined : timeAt(region, region.bytes.length - 1, format);
    return time !== undefined && to !== undefined && time >= to + slackMs;
  },
  isLeft: ({ sizeBytes }, reached) => reached < sizeBytes,
  end: ({ sizeBytes }) => sizeBytes,
};

/** The records of a region that fit, last first. */
function* found(region: Region, { format, matcher }: Taking) {
  const last = matcher.candidates(region.bytes);
  for (let before = region.bytes.length; before > 0; ) {
    const index = last(before);
    if (index < 0) return;
    const span = spanAround(region, index, format);
    const record = textRecord(region, span);
    if (matcher.accepts(record)) yield { record, span };
    before = span.start;
  }
}

function timeAt(region: Region, index: number, format: LogFormat): number | undefined {
  if (!format.isTimed) return undefined;
  return format.read(textRecord(region, spanAround(region, index, format)).text).time ?? undefined;
}
