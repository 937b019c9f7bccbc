import { ServiceError } from "../contract/errors.ts";
import type { ServiceOf } from "../contract/operation.ts";
import type { LogRecord, logs } from "./contract.ts";
import { cursorAt, positionIn } from "./cursor.ts";
import type { LogDeliveries } from "./deliveries.ts";
import { manyLines } from "./many-lines.ts";
import { allLogs, ask, type LogPlaces } from "./places.ts";
import { linesShown, listing, shownRecord } from "./shown.ts";

/** Listing, reading, searching and clearing logs. */
export function logService(places: LogPlaces): Omit<ServiceOf<typeof logs>, keyof LogDeliveries> {
  return {
    async listLogFiles() {
      const { found, problem } = await allLogs(places);
      const names = (wanted: string) => found.filter(({ place }) => place === wanted).map(({ file }) => file.name);
      return { fmsLogs: names("server"), ottoLogs: names("service"), serviceLogs: names("service"), problem };
    },

    async clearLogFile({ logFileName }) {
      return ask(places, logFileName, async (place) => {
        const clearedBytes = await place.clear(logFileName);
        return clearedBytes === undefined ? undefined : { clearedBytes, isKept: place.isView === true };
      });
    },

    async listLogs() {
      const { found, problem } = await allLogs(places);
      return { logs: found.map(({ file, place }) => listing(file, place)), problem };
    },

    async readLogLines({ name, from, offset, before, after, count }) {
      const wish = {
        number: from,
        offset,
        before: before === undefined ? undefined : positionIn(before),
        after: after === undefined ? undefined : positionIn(after),
        count,
      };
      return linesShown(name, await ask(places, name, (place) => manyLines(place, name, wish)));
    },

    async searchLog({
      name,
      text,
      isPattern,
      isCaseSensitive,
      exclude,
      levels,
      from,
      to,
      order,
      offset,
      cursor,
      limit,
    }) {
      const wish = {
        text,
        isPattern,
        isCaseSensitive,
        exclude,
        levels,
        from: from === undefined ? undefined : Date.parse(from),
        to: to === undefined ? undefined : Date.parse(to),
        isForwards: order === "oldest",
        offset,
        reached: cursor === undefined ? undefined : positionIn(cursor),
        limit,
      };
      const page = await ask(places, name, (place) => place.search(name, wish));
      if (page.patternFault !== null) throw new ServiceError("log_pattern_refused", { text: page.patternFault });
      return {
        records: page.records.map((record) => shownRecord(name, record)),
        cursor: page.next === null ? null : cursorAt(page.next),
        isPartial: page.isPartial,
        isRotated: page.isRotated,
        scannedBytes: page.scannedBytes,
        sizeBytes: page.file.sizeBytes,
      };
    },

    async readLogsAround({ at, names, seconds, limit }) {
      const { wanted, problem } = names === undefined ? await timedLogs(places) : { wanted: names, problem: null };
      const wish = { at: Date.parse(at), withinMs: seconds * 1000, limit };
      const pages = await Promise.all(
        [...new Set(wanted)].map(async (name) => ({
          name,
          page: await ask(places, name, (place) => place.around(name, wish)),
        })),
      );
      const records = pages.flatMap(({ name, page }) => page.records.map((record) => shownRecord(name, record)));
      return {
        records: records.toSorted(byTime),
        cut: pages.filter(({ page }) => page.isCut).map(({ name }) => name),
        problem,
      };
    },
  };
}

async function timedLogs(places: LogPlaces) {
  const { found, problem } = await allLogs(places);
  const timed = found.map(({ file, place }) => listing(file, place)).filter(({ isTimed }) => isTimed);
  return { wanted: timed.map(({ name }) => name), problem };
}

/** Records of one time stay in the order of their logs. */
function byTime(a: LogRecord, b: LogRecord): number {
  return (a.time ?? "") < (b.time ?? "") ? -1 : (a.time ?? "") > (b.time ?? "") ? 1 : 0;
}
