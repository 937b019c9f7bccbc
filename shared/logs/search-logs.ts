import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { LogRecord, logs } from "./contract.ts";
import { askBackend, type LogBackends } from "./log-backends.ts";
import { shownRecord } from "./shown.ts";
import { timedLogs } from "./timed-logs.ts";

type Input = Parameters<ServiceOf<typeof logs>["searchLogs"]>[0];
type Output = Awaited<ReturnType<ServiceOf<typeof logs>["searchLogs"]>>;

/** Result of searching one log. */
interface Searched {
  readonly log: string;
  readonly records: readonly LogRecord[];
  /** True if there are more records in the time range. */
  readonly hasMore: boolean;
  readonly isPartial: boolean;
}

/**
 * Searches several logs at once. Returns their records by time, newest first, down to the time to which all logs were read.
 * @throws ServiceError log_pattern_refused
 */
export async function searchLogs(backends: LogBackends, { names, from, to, limit, ...wanted }: Input): Promise<Output> {
  const found = names === undefined ? await timedLogs(backends) : { wanted: names, problem: null };
  const query = {
    ...wanted,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    limit,
  };
  const unread: Output["unread"] = [];
  const search = async (log: string): Promise<readonly Searched[]> => {
    try {
      const page = await askBackend(backends, log, (backend) => backend.search(log, query));
      if (page.patternFault !== null) throw new ServiceError("log_pattern_refused", { text: page.patternFault });
      const records = page.records.map((record) => shownRecord(log, record)).filter(({ time }) => time !== null);
      return [{ log, records, hasMore: page.next !== null, isPartial: page.isPartial }];
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || thrown.error === "log_pattern_refused") throw thrown;
      unread.push({ log, error: thrown.error, text: thrown.text });
      return [];
    }
  };
  const pages = (await Promise.all([...new Set(found.wanted)].map(search))).flat();
  return {
    ...merged(pages, limit),
    searched: pages.map(({ log }) => log),
    unread: unread.toSorted((one, other) => (one.log < other.log ? -1 : 1)),
    partial: pages.filter(({ isPartial }) => isPartial).map(({ log }) => log),
    problem: found.problem,
  };
}

/**
 * Merges pages by time. A log with more records is known down to its oldest one, and older records of others wait for the next page. That
 * page begins at a time, so all records of its first millisecond belong to this one.
 */
function merged(pages: readonly Searched[], limit: number): Pick<Output, "records" | "before"> {
  const all = pages.flatMap(({ records }) => records).toSorted(newestFirst);
  const known = pages.flatMap(({ hasMore, records }) => (hasMore ? [timeOf(records.at(-1))] : []));
  const cut = all.length > limit ? [timeOf(all[limit - 1])] : [];
  const reached = [...known, ...cut].toSorted().at(-1);
  if (reached === undefined || reached === "") return { records: all, before: null };
  const newer = all.filter((record) => timeOf(record) > reached);
  // A page that would be empty has records of one time only: they are returned as far as they are known.
  if (newer.length === 0) return { records: all.filter((record) => timeOf(record) === reached), before: reached };
  return { records: newer, before: timestamp(Date.parse(reached) + 1) };
}

function timeOf(record: LogRecord | undefined): string {
  return record?.time ?? "";
}

/** Records of the same time stay in the order of their logs. */
function newestFirst(one: LogRecord, other: LogRecord): number {
  return timeOf(one) > timeOf(other) ? -1 : timeOf(one) < timeOf(other) ? 1 : 0;
}
