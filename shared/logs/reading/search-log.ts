import type { Clock } from "../../ports/clock.ts";
import type { OpenLog } from "../../ports/log-source.ts";
import type { LogFormat } from "../format/format.ts";
import type { SearchPage, SearchWish, TextRecord } from "../place.ts";
import { matcherOrFault } from "./matcher.ts";
import { pageOf } from "./page.ts";
import { headOf, isSameLog, positionAt } from "./position.ts";
import { backwards, forwards } from "./search-ways.ts";
import { sparseRegions } from "./sparse-regions.ts";

/** How long a search may take (R9.2). Milliseconds. */
export const budgetMs = 2_000;
/** What is read at once where lines are looked at: little enough that the time is noticed, and that memory stays small. */
const blockBytes = 256 * 1024;

/** Searches a log from its end back to its beginning, or the other way; from where an earlier page ended where that is said. */
export async function searchLog(log: OpenLog, format: LogFormat, wish: SearchWish, clock: Clock): Promise<SearchPage> {
  const endsAt = clock.now() + budgetMs;
  const { id, name, sizeBytes, modifiedAt } = log;
  const isRotated = wish.reached !== undefined && !(await isSameLog(log, wish.reached));
  const nothing = {
    file: { id, name, sizeBytes, modifiedAt },
    records: [],
    next: null,
    isPartial: false,
    scannedBytes: 0,
  };
  const matcher = matcherOrFault(wish, format);
  if ("fault" in matcher) return { ...nothing, isRotated, patternFault: matcher.fault };

  const page = pageOf<TextRecord>(wish.limit);
  const way = wish.isForwards === true ? forwards : backwards;
  const asked = isRotated ? { ...wish, offset: undefined } : wish;
  const start = (isRotated ? undefined : wish.reached?.offset) ?? (await way.start(log, format, asked));
  let reached = start;
  let [isFull, isPartial] = [false, false];
  const { text } = matcher;
  const regions =
    text !== undefined && way === backwards
      ? sparseRegions(log, format, start, blockBytes, text)
      : way.regions(log, format, start, blockBytes);
  for await (const region of regions) {
    const stopped = way.take(region, { format, matcher, page, wish: asked });
    reached = stopped ?? way.endOf(region);
    isFull = stopped !== undefined;
    if (isFull || way.isBeyond(region, format, wish)) break;
    isPartial = clock.now() >= endsAt && way.isLeft(log, reached);
    if (isPartial) break;
  }
  const goesOn = way.isLeft(log, reached) && (isFull || isPartial);
  return {
    ...nothing,
    records: page.lines,
    next: goesOn ? positionAt(log, await headOf(log), reached) : null,
    isPartial,
    isRotated,
    scannedBytes: Math.abs(start - reached),
    patternFault: null,
  };
}
