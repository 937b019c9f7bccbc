import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { LogRecord, logs } from "./contract.ts";
import { cursorAt, positionIn } from "./cursor.ts";
import type { LogDeliveries } from "./deliveries.ts";
import { allLogs, askBackend, type LogBackends } from "./log-backends.ts";
import type { SearchPage } from "./log-reader.ts";
import { manyLines } from "./many-lines.ts";
import { logNameUnder } from "./rules.ts";
import { searchLogs } from "./search-logs.ts";
import { linesShown, listing, shownRecord } from "./shown.ts";
import { timedLogs } from "./timed-logs.ts";

type Search = Parameters<ServiceOf<typeof logs>["searchLog"]>[0];
/** Maximum number of lines counted per call. */
const countedAtOnce = 1_000;

/** Lists, reads, searches and clears logs. */
export function logService(backends: LogBackends): Omit<ServiceOf<typeof logs>, keyof LogDeliveries> {
  /** @throws ServiceError log_pattern_refused */
  const search = async (
    name: string,
    { from, to, order, cursor, ...wanted }: Omit<Search, "name">,
  ): Promise<SearchPage> => {
    const query = {
      ...wanted,
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
      isForwards: order === "oldest",
      reached: cursor === undefined ? undefined : positionIn(cursor),
    };
    const page = await askBackend(backends, name, (backend, own) => backend.search(own, query));
    if (page.patternFault !== null) throw new ServiceError("log_pattern_refused", { text: page.patternFault });
    return page;
  };

  return {
    async listLogFiles(_input, { prefix }) {
      const { found, problem } = await allLogs(backends);
      const names = (wanted: string) =>
        found.filter(({ place: origin }) => origin === wanted).map(({ file }) => file.name);
      const ottoLogs = names("service").map((name) => logNameUnder(prefix, name));
      return { fmsLogs: names("server"), ottoLogs, serviceLogs: names("service"), problem };
    },

    async clearLogFile({ logFileName }) {
      return askBackend(backends, logFileName, async (backend, own) => {
        const clearedBytes = await backend.clear(own);
        return clearedBytes === undefined ? undefined : { clearedBytes, isKept: backend.isView === true };
      });
    },

    async listLogs() {
      const { found, problem } = await allLogs(backends);
      return { logs: found.map(({ file, place: origin }) => listing(file, origin)), problem };
    },

    async readLogLines({ name, from, offset, before, after, count }) {
      const query = {
        number: from,
        offset,
        before: before === undefined ? undefined : positionIn(before),
        after: after === undefined ? undefined : positionIn(after),
        count,
      };
      return linesShown(name, await askBackend(backends, name, (backend, own) => manyLines(backend, own, query)));
    },

    async searchLog({ name, ...wanted }) {
      const page = await search(name, wanted);
      return {
        records: page.records.map((record) => shownRecord(name, record)),
        cursor: page.next === null ? null : cursorAt(page.next),
        isPartial: page.isPartial,
        isRotated: page.isRotated,
        scannedBytes: page.scannedBytes,
        sizeBytes: page.file.sizeBytes,
      };
    },

    async countLogMatches({ name, ...wanted }) {
      const { records, next } = await search(name, { ...wanted, limit: countedAtOnce });
      return { count: records.length, cursor: next === null ? null : cursorAt(next) };
    },

    searchLogs: (wanted) => searchLogs(backends, wanted),

    async readLogsAround({ at, names, seconds, limit }) {
      const { wanted, problem } = names === undefined ? await timedLogs(backends) : { wanted: names, problem: null };
      const query = { at: Date.parse(at), withinMs: seconds * 1000, limit };
      const pages = await Promise.all(
        [...new Set(wanted)].map(async (name) => ({
          name,
          page: await askBackend(backends, name, (backend, own) => backend.around(own, query)),
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

/** Records of the same time stay in the order of their logs. */
function byTime(a: LogRecord, b: LogRecord): number {
  return (a.time ?? "") < (b.time ?? "") ? -1 : (a.time ?? "") > (b.time ?? "") ? 1 : 0;
}
