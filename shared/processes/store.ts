import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Item, type Key, type NewItem, type Table, type Write } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { LogLineRecord, type NewLine, ProcessRecord } from "./record.ts";
import { isFinal, keptLine } from "./rules.ts";

/** Change of a process in one write, all or nothing. */
export interface ProcessChange {
  readonly record: ProcessRecord;
  /** Lines to append to the log. */
  readonly lines?: readonly NewLine[];
  /** Event that arrived before its predecessors. It is stored until they arrive. */
  readonly parked?: { readonly number: number; readonly event: string };
  /** Number of a parked event that was folded. */
  readonly unparked?: number;
}

/** Maximum number of lines per change. A transaction has 100 writes. */
export const maxLinesAtOnce = 90;

const digits = (number: number) => String(number).padStart(16, "0");
/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const processPartitions = ["processes", "processes#*", "process#*"];
/** Partition of the counter for new processes, shared with other stores. */
export const processCounterPartitions = ["counter"];

const counterKey = { pk: "counter", sk: "processes" };
const recordKey = (id: number) => ({ pk: "processes", sk: digits(id) });
/** Partition that lists open processes, and the key of each process. */
export const openProcesses = {
  partition: "processes#open",
  keyOf: ({ sk }: Pick<Key, "sk">): Key => recordKey(Number(sk)),
} as const;
const openKey = (id: number) => ({ pk: openProcesses.partition, sk: digits(id) });
const acceptedKey = (key: string) => ({ pk: "processes#keys", sk: key });
const lineKey = (id: number, position: number) => ({ pk: `process#${id}`, sk: `line#${digits(position)}` });
const parkedKey = (id: number, number: number) => ({ pk: `process#${id}`, sk: `event#${digits(number)}` });
const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

/**
 * Stores processes on the Table port: a record each in order of their ids, and a marker while the process is open. Each log has its own
 * partition, with an item per line. `ended` is called once for each process that ends.
 */
export function processStore(table: Table, keptMs: number, ended: (record: ProcessRecord) => void = () => undefined) {
  const get = async (id: number) => {
    const item = await table.get(recordKey(id));
    return item && { record: recordIn(item), version: item.version };
  };

  /** Returns the ids of open processes, oldest first. */
  const openIds = (): Promise<readonly number[]> =>
    Array.fromAsync(allItems(table, { pk: openProcesses.partition }), ({ sk }) => Number(sk));

  const writesOf = (before: ProcessRecord, version: number, change: ProcessChange): readonly Write[] => {
    const lines = (change.lines ?? []).map(keptLine);
    const at = change.record.saidAt;
    const logLines = before.logLines + lines.length;
    const ends = isFinal(change.record.state) && !isFinal(before.state);
    const record = { ...change.record, logLines, ...(ends && { expiresAt: at + keptMs }) };
    return [
      { put: itemOf(record), condition: { version } },
      ...lines.map((line, index) => ({
        put: {
          ...lineKey(record.id, before.logLines + index + 1),
          fields: { schema: 1, at, phase: change.record.phase, ...line },
          // The expiry of the record if the process ended now. Expiring somewhat later is fine.
          expiresAt: seconds(at + 2 * keptMs),
        },
      })),
      ...(change.parked === undefined
        ? []
        : [
            {
              put: {
                ...parkedKey(record.id, change.parked.number),
                fields: { schema: 1, event: change.parked.event },
                expiresAt: seconds(at + keptMs),
              },
            },
          ]),
      ...(change.unparked === undefined ? [] : [{ delete: parkedKey(record.id, change.unparked) }]),
      ...(ends ? [{ delete: openKey(record.id) }] : []),
    ];
  };

  /** Returns the process that was accepted under a key. */
  const acceptedUnder = async (key: string): Promise<number | undefined> => {
    const item = await table.get(acceptedKey(key));
    return item && Number(item.fields.id);
  };

  return {
    get: async (id: number): Promise<ProcessRecord | undefined> => (await get(id))?.record,
    openIds,
    acceptedUnder,

    /** Returns a number that was never used. */
    async nextId(): Promise<number> {
      const { fields } = await table.update(counterKey, { add: { last: 1 } });
      return Number(fields.last);
    },

    /** Stores a process and returns its id. If the key was used before, stores nothing and returns the id of that process. */
    async create(record: ProcessRecord, key?: string): Promise<number> {
      const { id, createdAt } = record;
      const fields = { schema: 1, id };
      try {
        await table.transact([
          { put: itemOf(record), condition: "absent" },
          { put: { ...openKey(id), fields: { schema: 1 } }, condition: "absent" },
          ...(key === undefined
            ? []
            : [
                {
                  put: { ...acceptedKey(key), fields, expiresAt: seconds(createdAt + keptMs) },
                  condition: "absent" as const,
                },
              ]),
        ]);
        return id;
      } catch (thrown) {
        const first = key !== undefined && thrown instanceof ConditionFailed ? await acceptedUnder(key) : undefined;
        if (first === undefined) throw thrown;
        return first;
      }
    },

    /**
     * Updates a process with the result of `decide` for its current state. Retries if another writer wrote first. A final state never
     * changes, so `decide` isn't called then. Returns the process afterwards, or undefined if it doesn't exist.
     */
    async change(
      id: number,
      decide: (record: ProcessRecord) => ProcessChange | undefined,
    ): Promise<ProcessRecord | undefined> {
      return retryOnConflict(async () => {
        const stored = await get(id);
        if (stored === undefined || isFinal(stored.record.state)) return stored?.record;
        const change = decide(stored.record);
        if (change === undefined) return stored.record;
        await table.transact(writesOf(stored.record, stored.version, change));
        if (isFinal(change.record.state)) ended(change.record);
        return { ...change.record, logLines: stored.record.logLines + (change.lines?.length ?? 0) };
      });
    },

    /** Returns the event that was parked under this number. */
    async parked(id: number, number: number): Promise<string | undefined> {
      const item = await table.get(parkedKey(id, number));
      return item && String(item.fields.event);
    },

    /** Returns a page of all processes, newest first. @throws CursorRefused */
    async page({ cursor, limit }: { readonly cursor: string | undefined; readonly limit: number }) {
      const query = { pk: "processes", reverse: true, limit, ...(cursor !== undefined && { cursor }) };
      const page = await table.query(query);
      return { records: page.items.map(recordIn), cursor: page.cursor };
    },

    /** Returns up to `limit` lines of a log after a position, in order. */
    async lines(id: number, since: number, limit: number) {
      // Positions have no gaps, so the names of the requested lines are known, and lines are read by common prefixes.
      const lines: { readonly position: number; readonly line: LogLineRecord }[] = [];
      for (const prefix of prefixesOf(since + 1, since + limit)) {
        const items = await Array.fromAsync(allItems(table, { pk: `process#${id}`, prefix: `line#${prefix}` }));
        for (const { sk, fields } of items) {
          const position = Number(sk.slice("line#".length));
          if (position > since && position <= since + limit)
            lines.push({ position, line: LogLineRecord.parse(fields) });
        }
        if (items.length === 0) break;
      }
      return lines;
    },
  };
}

export type ProcessStore = ReturnType<typeof processStore>;

/** Returns prefixes of a hundred positions each that cover a range of positions. */
function prefixesOf(from: number, to: number): readonly string[] {
  const first = Math.floor(from / 100);
  return Array.from({ length: Math.floor(to / 100) - first + 1 }, (_, index) => digits(first + index).slice(2));
}

function recordIn({ fields }: Item): ProcessRecord {
  return ProcessRecord.parse(fields);
}

function itemOf(record: ProcessRecord): NewItem {
  const expiry = record.expiresAt === null ? {} : { expiresAt: seconds(record.expiresAt) };
  return { ...recordKey(record.id), fields: record, ...expiry };
}
