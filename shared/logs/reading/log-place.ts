import type { Clock } from "../../ports/clock.ts";
import type { LogSource, OpenLog } from "../../ports/log-source.ts";
import { formatOf } from "../format/format-of.ts";
import type { LogBytes, LogReader } from "../place.ts";
import { lineIndexes } from "./line-index.ts";
import { readLines } from "./read-lines.ts";
import { recordsAround } from "./records-around.ts";
import { searchLog } from "./search-log.ts";

/** Logs that are read where their bytes are. */
export function logPlace(source: LogSource, clock: Clock): LogReader & LogBytes {
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

  return {
    list: () => source.list(),
    clear: (name) => source.clear(name),
    read: (name, start, length, wanted) =>
      opened(name, async (log) => {
        const { id, sizeBytes, modifiedAt } = log;
        if (wanted !== undefined && wanted !== id) return undefined;
        return { file: { id, name, sizeBytes, modifiedAt }, bytes: await log.read(start, length) };
      }),
    lines: (name, wish) => opened(name, async (log) => readLines(log, await indexOf(log), wish)),
    search: (name, wish) => opened(name, (log) => searchLog(log, formatOf(name), wish, clock)),
    around: (name, wish) => opened(name, (log) => recordsAround(log, formatOf(name), wish)),
  };
}
