import type { Clock } from "#shared/ports/clock.ts";
import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import type { LogFormat } from "../format/format.ts";
import type { AroundPage, AroundQuery, SearchQuery, TextRecord } from "../log-reader.ts";
import type { Matcher } from "../reading/matcher.ts";
import { pageOf } from "../reading/page.ts";
import { budgetMs } from "../reading/search-log.ts";
import type { ViewBounds } from "./event-lines.ts";
import { earliest, offsetOf } from "./event-offset.ts";
import { recordsBackwards, recordsForwards } from "./event-records.ts";
import type { EventView } from "./event-view.ts";

interface SearchPage {
  readonly records: readonly TextRecord[];
  /** Offset to continue from. Undefined at the end of the search. */
  readonly next: number | undefined;
  readonly isPartial: boolean;
  readonly scannedBytes: number;
}

/** Lines contain the time of writing; the store uses the time of arrival. Milliseconds. */
const slackMs = 5_000;

/**
 * Searches a view from its end, its beginning, or the end of an earlier page. The store filters by level and time; everything else is
 * matched here.
 */
export async function searchEvents(
  events: LogEvents,
  view: EventView,
  bounds: ViewBounds,
  matcher: Matcher,
  query: SearchQuery,
  clock: Clock,
): Promise<SearchPage> {
  const endsAt = clock.now() + budgetMs;
  const { from, to } = stretchOf(bounds, query);
  const isForwards = query.isForwards === true;
  const page = pageOf<TextRecord>(query.limit);
  let scannedBytes = 0;
  const ended = (next: number | undefined, isPartial = false) => ({
    records: page.lines,
    next: next === undefined || next <= from || next >= to ? undefined : next,
    isPartial,
    scannedBytes,
  });
  const stretches = isForwards ? recordsForwards : recordsBackwards;
  for await (const { records, reached, bytes } of stretches(events, view, { from, to })) {
    scannedBytes += bytes;
    for (const record of records) {
      if (record.offset < from || !matcher.accepts(record)) continue;
      const [before, behind] = [record.offset, record.offset + 1];
      if (!page.take(record)) return ended(isForwards ? before : behind);
      if (page.isFull()) return ended(isForwards ? behind : before);
    }
    // A page without progress would be read again by the next call, so only one with progress ends a search.
    if (clock.now() >= endsAt && reached < to && reached > from) return ended(reached, true);
  }
  return ended(undefined);
}

/** Returns the range of a view to search. */
function stretchOf(bounds: ViewBounds, { from, to, offset, reached, isForwards }: SearchQuery): ViewBounds {
  const begins = [bounds.from, ...(from === undefined ? [] : [offsetOf(from - slackMs, 0)])];
  const ends = [bounds.to, ...(to === undefined ? [] : [offsetOf(to + slackMs, 0)])];
  // The record at the offset itself is the caller's current position.
  const named = [
    ...(offset === undefined ? [] : [isForwards ? offset + 1 : offset]),
    ...(reached ? [reached.offset] : []),
  ];
  return isForwards
    ? { from: Math.max(...begins, ...named), to: Math.min(...ends) }
    : { from: Math.max(...begins), to: Math.min(...ends, ...named) };
}

/** Returns the records nearest to a time, half of them before it. */
export async function eventsAround(
  events: LogEvents,
  view: EventView,
  format: LogFormat,
  bounds: ViewBounds,
  { at, withinMs, limit }: AroundQuery,
): Promise<AroundPage> {
  const offsetAt = (moment: number) =>
    Math.min(bounds.to, Math.max(bounds.from, offsetOf(Math.max(moment, earliest), 0)));
  const [from, middle, to] = [offsetAt(at - withinMs), offsetAt(at), offsetAt(at + withinMs + 1)];
  const isTimed = (record: TextRecord) => format.read(record.text).time !== null;
  const later = pageOf<TextRecord>(Math.ceil(limit / 2));
  const laterFits = await fill(later, recordsForwards(events, view, { from: middle, to, pageSize: limit }), isTimed);
  const earlier = pageOf<TextRecord>(limit - later.lines.length);
  const earlierFits = await fill(
    earlier,
    recordsBackwards(events, view, { from, to: middle, pageSize: limit }),
    isTimed,
  );
  return { records: [...earlier.lines.toReversed(), ...later.lines], isCut: !laterFits || !earlierFits };
}

/** Adds records to a page. Returns true if all of them fit. */
async function fill(
  page: ReturnType<typeof pageOf<TextRecord>>,
  stretches: AsyncIterable<{ readonly records: readonly TextRecord[] }>,
  isWanted: (record: TextRecord) => boolean,
): Promise<boolean> {
  for await (const { records } of stretches)
    for (const record of records) if (isWanted(record) && !page.take(record)) return false;
  return true;
}
