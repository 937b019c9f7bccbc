import type { Clock } from "#shared/ports/clock.ts";
import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LogFormat } from "../format/format.ts";
import type { SearchPage, SearchQuery, TextRecord } from "../log-reader.ts";
import { matcherOrFault } from "./matcher.ts";
import { pageOf } from "./page.ts";
import { headOf, isSameLog, positionAt } from "./position.ts";
import { sparseRegions } from "./scan/sparse-regions.ts";
import { backwards, forwards } from "./search-directions.ts";

/** Time limit of a search. Milliseconds. */
export const budgetMs = 2_000;
/** Block size for reading lines: small enough to check the time often and to save memory. Bytes. */
const blockBytes = 256 * 1024;

/** Searches a log from its end to its beginning, or the other way, or from the end of an earlier page. */
export async function searchLog(
  log: OpenLog,
  format: LogFormat,
  query: SearchQuery,
  clock: Clock,
): Promise<SearchPage> {
  const endsAt = clock.now() + budgetMs;
  const { id, name, sizeBytes, modifiedAt } = log;
  const isRotated = query.reached !== undefined && !(await isSameLog(log, query.reached));
  const nothing = {
    file: { id, name, sizeBytes, modifiedAt },
    records: [],
    next: null,
    isPartial: false,
    scannedBytes: 0,
  };
  const matcher = matcherOrFault(query, format);
  if ("fault" in matcher) return { ...nothing, isRotated, patternFault: matcher.fault };

  const page = pageOf<TextRecord>(query.limit);
  const direction = query.isForwards === true ? forwards : backwards;
  const asked = isRotated ? { ...query, offset: undefined } : query;
  const start = (isRotated ? undefined : query.reached?.offset) ?? (await direction.start(log, format, asked));
  let reached = start;
  let [isFull, isPartial, isAtEnd] = [false, false, true];
  const { text } = matcher;
  const regions =
    text !== undefined && direction === backwards
      ? sparseRegions(log, format, start, blockBytes, text)
      : direction.regions(log, format, start, blockBytes);
  for await (const region of regions) {
    const stopped = direction.take(region, { format, matcher, page, query: asked });
    reached = stopped ?? direction.endOf(region);
    isFull = stopped !== undefined;
    isPartial = !isFull && clock.now() >= endsAt && direction.isLeft(log, reached);
    isAtEnd = !isFull && !isPartial && !direction.isBeyond(region, format, query);
    if (!isAtEnd) break;
  }
  // Bytes outside of all regions were searched too, without a match.
  if (isAtEnd) reached = direction.end(log);
  const goesOn = direction.isLeft(log, reached) && (isFull || isPartial);
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
