import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LogFormat } from "../format/format.ts";
import type { SearchQuery, TextRecord } from "../log-reader.ts";
import type { Matcher } from "./matcher.ts";
import { firstAt } from "./moment.ts";
import type { pageOf } from "./page.ts";
import { spanAround, textRecord } from "./records.ts";
import { type Region, regionsBackwards } from "./scan/regions.ts";
import { regionsForwards } from "./scan/regions-forwards.ts";

/** Time in milliseconds before and after a range that is searched too, because clocks can be set back, usually by at most an hour. */
const slackMs = 3_600_000;

interface Taking {
  readonly format: LogFormat;
  readonly matcher: Matcher;
  readonly page: ReturnType<typeof pageOf<TextRecord>>;
  readonly query: SearchQuery;
}

/** Direction of a search. */
export interface SearchDirection {
  /** Returns the start offset: nothing before it matches the time or the position. */
  start(log: OpenLog, format: LogFormat, query: SearchQuery): Promise<number>;
  regions(log: OpenLog, format: LogFormat, from: number, maxBytes: number): AsyncGenerator<Region>;
  /** Adds matches to the page. Returns the offset where it stopped if the page is full. */
  take(region: Region, taking: Taking): number | undefined;
  endOf(region: Region): number;
  /** True if everything that follows is outside of the time range. */
  isBeyond(region: Region, format: LogFormat, query: SearchQuery): boolean;
  isLeft(log: OpenLog, reached: number): boolean;
  /** Returns the offset where the search ends. */
  end(log: OpenLog): number;
}

/** Newest first. */
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

/** Oldest first. */
export const forwards: SearchDirection = {
  async start(log, format, { from, offset = 0 }) {
    const begin = from === undefined || !format.isTimed ? 0 : await firstAt(log, format, from - slackMs);
    return Math.max(begin, Math.min(offset, log.sizeBytes));
  },
  regions: regionsForwards,
  take(region, taking) {
    const after = taking.query.offset ?? -1;
    for (const { record, span } of [...found(region, taking)].reverse()) {
      // The record at the offset itself is the caller's current position.
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

/** Yields the matching records of a region, last first. */
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
