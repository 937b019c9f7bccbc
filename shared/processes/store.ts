import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Item, type Key, type NewItem, type Table, type Write } from "#shared/ports/table.ts";
import { LogLineRecord, type NewLine, ProcessRecord } from "./record.ts";
import { isFinal, keptLine } from "./rules.ts";

/** What becomes of a process in one write: all of it, or nothing. */
export interface ProcessChange {
  readonly record: ProcessRecord;
  /** Behind the lines that its log has. */
  readonly lines?: readonly NewLine[];
  /** An event that came before the ones that it follows on: kept until those are there. */
  readonly parked?: { readonly number: number; readonly event: string };
  /** A parked event whose turn has come. */
  readonly unparked?: number;
}

/** How many lines one change may add: a transaction has 100 writes. */
export const mostLinesAtOnce = 90;

const digits = (number: number) => String(number).padStart(16, "0");
/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const processPartitions = ["processes", "processes#*", "process#*"];
/** Where numbers for new processes come from, beside those of other stores. */
export const processCounterPartitions = ["counter"];

const counterKey = { pk: "counter", sk: "processes" };
const recordKey = (id: number) => ({ pk: "processes", sk: digits(id) });
/** Where those are listed that are not at their end, and where each of them is. */
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
 * Processes on the Table port: a record each, in order of their ids, and beside it a mark for as long as one is open.
 * Their logs have partitions of their own, a line per item. `ended` hears of each that comes to its end, once.
 */
export function processStore(table: Table, keptMs: number, ended: (record: ProcessRecord) => void = () => undefined) {
  const get = async (id: number) => {
    const item = await table.get(recordKey(id));
    return item && { record: recordIn(item), version: item.version };
  };

  /** Ids of open processes, oldest first. */
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
          // As the record, should it end now; what it may live beyond that is no matter.
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

  /** The process that was accepted under a key. */
  const acceptedUnder = async (key: string): Promise<number | undefined> => {
    const item = await table.get(acceptedKey(key));
    return item && Number(item.fields.id);
  };

  return {
    get: async (id: number): Promise<ProcessRecord | undefined> => (await get(id))?.record,
    openIds,
    acceptedUnder,

    /** A number that no process had before. */
    async nextId(): Promise<number> {
      const { fields } = await table.update(counterKey, { add: { last: 1 } });
      return Number(fields.last);
    },

    /** Answers its id, or that of the one that was accepted under this key before: then nothing is stored. */
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
     * Changes a process as `decide` says, given its state; asks again where another writer was faster. A final state is
     * never left: nothing is asked then. Answers how it stands afterwards, or undefined when there is no such process.
     */
    async change(
      id: number,
      decide: (record: ProcessRecord) => ProcessChange | undefined,
    ): Promise<ProcessRecord | undefined> {
      for (;;) {
        const stored = await get(id);
        if (stored === undefined || isFinal(stored.record.state)) return stored?.record;
        const change = decide(stored.record);
        if (change === undefined) return stored.record;
        try {
          await table.transact(writesOf(stored.record, stored.version, change));
          if (isFinal(change.record.state)) ended(change.record);
          return { ...change.record, logLines: stored.record.logLines + (change.lines?.length ?? 0) };
        } catch (thrown) {
          if (!(thrown instanceof ConditionFailed)) throw thrown;
        }
      }
    },

    /** An event that was parked under this number. */
    async parked(id: number, number: number): Promise<string | undefined> {
      const item = await table.get(parkedKey(id, number));
      return item && String(item.fields.event);
    },

    /** A page of all processes, newest first. @throws CursorRefused */
    async page({ cursor, limit }: { readonly cursor: string | undefined; readonly limit: number }) {
      const query = { pk: "processes", reverse: true, limit, ...(cursor !== undefined && { cursor }) };
      const page = await table.query(query);
      return { records: page.items.map(recordIn), cursor: page.cursor };
    },

    /** Up to `limit` lines of a log behind a position, in order. */
    async lines(id: number, since: number, limit: number) {
      // Positions have no gaps: those that are asked for are known by name, and are read by their common beginnings.
      const lines: { readonly position: number; readonly line: LogLineRecord }[] = [];
      for (const prefix of prefixesOf(since + 1, since + limit)) {
        const { items } = await table.query({ pk: `process#${id}`, prefix: `line#${prefix}` });
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

/** The beginnings, each of a hundred positions, that cover a range of positions. */
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
