import type { Clock } from "#shared/ports/clock.ts";
import type { LogSource, OpenLog } from "#shared/ports/logs/log-source.ts";
import { formatOf } from "../format/format-of.ts";
import type { LinesPage, LinesQuery, LogBytes, LogReader } from "../log-reader.ts";
import { lineIndexes } from "./line-index.ts";
import { readLines } from "./read-lines.ts";
import { recordsAround } from "./records-around.ts";
import { searchLog } from "./search-log.ts";

/** Interval of checks for new lines. A check takes microseconds. Milliseconds. */
const pollMs = 100;

/** Reads logs where their bytes are stored. */
export function fileLogBackend(source: LogSource, clock: Clock): LogReader & LogBytes {
  const indexOf = lineIndexes();
  const opened = async <T>(name: string, use: (log: OpenLog) => Promise<T>): Promise<T | undefined> => {
    const log = await source.open(name);
    if (log === undefined) return undefined;
    try {
      return await use(log);
    } finally {
      await log.close();
    }
  };

  const linesNow = (name: string, query: LinesQuery) =>
    opened(name, async (log) => readLines(log, await indexOf(log), query));

  return {
    list: () => source.list(),
    clear: (name) => source.clear(name),
    read: (name, start, length, wanted) =>
      opened(name, async (log) => {
        const { id, sizeBytes, modifiedAt } = log;
        if (wanted !== undefined && wanted !== id) return undefined;
        return { file: { id, name, sizeBytes, modifiedAt }, bytes: await log.read(start, length) };
      }),
    async lines(name, query) {
      const endsAt = clock.now() + (query.waitMs ?? 0);
      for (;;) {
        const page = await linesNow(name, query);
        const leftMs = endsAt - clock.now();
        if (page === undefined || leftMs <= 0 || hasNews(page, query)) return page;
        await clock.sleep(Math.min(pollMs, leftMs));
      }
    },
    search: (name, query) => opened(name, (log) => searchLog(log, formatOf(name), query, clock)),
    around: (name, query) => opened(name, (log) => recordsAround(log, formatOf(name), query)),
  };
}

/** True if whole lines were added. A line that is still growing doesn't wake its readers for each character. */
function hasNews({ isRotated, end }: LinesPage, { after }: LinesQuery): boolean {
  return after === undefined || isRotated || end.offset > after.offset;
}
