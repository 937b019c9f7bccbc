import type { Clock } from "../../ports/clock.ts";
import type { OpenLog } from "../../ports/log-source.ts";
import type { LogFormat } from "../format/format.ts";
import type { SearchPage, SearchWish, TextRecord } from "../place.ts";
import { type Matcher, matcherOf, PatternRefused } from "./matcher.ts";
import { firstAt } from "./moment.ts";
import { pageOf } from "./page.ts";
import { headOf, isSameLog, positionAt } from "./position.ts";
import { spanAround, textRecord } from "./records.ts";
import { type Region, regionsBackwards } from "./regions.ts";

/** How long a search may take (R9.2). Milliseconds. */
const budgetMs = 2_000;
/** What is read at once: where every line is looked at, little enough that the time is noticed. */
const blockBytes = { literal: 4 * 1024 * 1024, everyLine: 256 * 1024 } as const;
/** Clocks are set back, by an hour at most where nobody errs: so much beyond a time range is looked at too. */
const slackMs = 3_600_000;

/** Searches a log from its end, or from where an earlier page ended, back to its beginning. */
export async function searchLog(log: OpenLog, format: LogFormat, wish: SearchWish, clock: Clock): Promise<SearchPage> {
  const endsAt = clock.now() + budgetMs;
  const { id, name, sizeBytes, modifiedAt } = log;
  const isRotated = wish.before !== undefined && !(await isSameLog(log, wish.before));
  const nothing = {
    file: { id, name, sizeBytes, modifiedAt },
    records: [],
    next: null,
    isPartial: false,
    scannedBytes: 0,
  };
  const matcher = matcherFor(wish, format);
  if ("fault" in matcher) return { ...nothing, isRotated, patternFault: matcher.fault };

  const page = pageOf<TextRecord>(wish.limit);
  const start = isRotated ? undefined : wish.before?.offset;
  const to = start ?? (await endOf(log, format, wish));
  const most = wish.isPattern === true || wish.text === undefined ? blockBytes.everyLine : blockBytes.literal;
  let reached = to;
  let [isFull, isPartial] = [false, false];
  for await (const region of regionsBackwards(log, format, to, most)) {
    const stopped = takeFrom(region, format, matcher, page);
    reached = stopped ?? region.offset;
    isFull = stopped !== undefined;
    if (isFull || isBefore(region, format, wish.from)) break;
    isPartial = clock.now() >= endsAt && reached > 0;
    if (isPartial) break;
  }
  const goesOn = reached > 0 && (isFull || isPartial);
  return {
    ...nothing,
    records: page.lines,
    next: goesOn ? positionAt(log, await headOf(log), reached) : null,
    isPartial,
    isRotated,
    scannedBytes: to - reached,
    patternFault: null,
  };
}

function matcherFor(wish: SearchWish, format: LogFormat): Matcher | { readonly fault: string } {
  try {
    return matcherOf(wish, format);
  } catch (thrown) {
    if (thrown instanceof PatternRefused) return { fault: thrown.message };
    throw thrown;
  }
}

/** Where a search begins: at the end, or where later records are all too late. */
async function endOf(log: OpenLog, format: LogFormat, { to }: SearchWish): Promise<number> {
  return to === undefined || !format.isTimed ? log.sizeBytes : firstAt(log, format, to + slackMs);
}

/** Takes what is found, last first. Answers where it stopped when the page was full. */
function takeFrom(
  region: Region,
  format: LogFormat,
  matcher: Matcher,
  page: ReturnType<typeof pageOf<TextRecord>>,
): number | undefined {
  const last = matcher.candidates(region.bytes);
  for (let before = region.bytes.length; before > 0; ) {
    const place = last(before);
    if (place < 0) return undefined;
    const span = spanAround(region, place, format);
    const record = textRecord(region, span);
    const isFound = matcher.accepts(record);
    if (isFound && !page.take(record)) return region.offset + span.end;
    if (isFound && page.isFull()) return region.offset + span.start;
    before = span.start;
  }
  return undefined;
}

function isBefore(region: Region, format: LogFormat, from: number | undefined): boolean {
  if (from === undefined || !format.isTimed) return false;
  const { time } = format.read(textRecord(region, spanAround(region, 0, format)).text);
  return time !== null && time < from - slackMs;
}
