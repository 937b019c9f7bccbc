import type { Clock } from "#shared/ports/clock.ts";
import type { LogSource, OpenLog } from "#shared/ports/logs/log-source.ts";
import { formatOf } from "../format/format-of.ts";
import type { LinesPage, LinesQuery, LogBytes, LogReader } from "../log-reader.ts";
import { lineIndexes } from "./line-index.ts";
import { readLines } from "./read-lines.ts";
import { recordsAround } from "./records-around.ts";
import { searchLog } from "./search-log.ts";

/** How soon after a line was written those who wait for it see it. A look is a matter of microseconds here. Milliseconds. */
const pollMs = 100;

/** Logs that are read where their bytes are. */
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

/** A line that still grows is none yet: readers are not woken for each of its characters. */
function hasNews({ isRotated, end }: LinesPage, { after }: LinesQuery): boolean {
  return after === undefined || isRotated || end.offset > after.offset;
}
