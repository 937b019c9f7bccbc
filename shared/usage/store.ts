import * as z from "zod";
import { timestamp } from "#shared/contract/scalars.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Key, NewItem, Table } from "#shared/ports/table.ts";
import { dayMs, hourMs, type Minute, minuteMs, type Rollup } from "./period.ts";
import type { Labels, Row } from "./series.ts";

/** What is counted of calls, what is read of the server and its host, and of both what alert rules watch: each in periods of its own. */
export type FigureKind = "usage" | "statistics" | "watched";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const usagePartitions = partitionsOf("usage");
export const statisticsPartitions = partitionsOf("statistics");
/** Minutes alone. */
export const watchedPartitions = ["watched-minutes#*"];

function partitionsOf(kind: FigureKind): readonly string[] {
  return [`${kind}-minutes#*`, `${kind}-hours#*`, `${kind}-days#*`];
}

/** How long minutes can be asked for. They are kept for longer, so that a service that stands still over a weekend puts them into hours when it starts. */
export const minutesShownMs = dayMs;
export const minutesKeptMs = 4 * dayMs;
/** How long minutes of what alert rules watch are kept, so that a rule can be tried on a week. */
export const watchedMinutesKeptMs = 8 * dayMs;
export const hoursKeptMs = 60 * dayMs;
export const daysKeptMs = 731 * dayMs;

/** Text within an item that stays below the 400 KB that an item may have, whatever its letters. */
const longestRows = 100_000;

const Rows = z.object({ schema: z.literal(1), chunks: z.int().min(1), rows: z.string() });
const MinuteFields = z.object({ ...Rows.shape, from: z.number(), to: z.number(), isLast: z.boolean() });
const StoredGap = z.object({ from: z.number(), to: z.number(), reason: z.enum(["stopped", "lost"]) });
const RollupFields = z.object({ ...Rows.shape, gaps: z.array(StoredGap), isFinal: z.boolean() });

/** Lengths of periods that are put together from shorter ones. */
export type RollupLength = "hour" | "day";

const lengths = {
  hour: { ms: hourMs, partition: (start: number) => `hours#${timestamp(start).slice(0, 10)}`, keptMs: hoursKeptMs },
  day: { ms: dayMs, partition: (start: number) => `days#${timestamp(start).slice(0, 4)}`, keptMs: daysKeptMs },
} as const;

/**
 * Figures on the Table port. All series of a period stand in one item, or in several numbered ones where they are many: a partition has the minutes of
 * an hour, the hours of a day or the days of a year. What is written is the whole of its period, so that writing it again changes nothing.
 */
export function usageStore(table: Pick<Table, "put" | "query">, kind: FigureKind = "usage") {
  const minutePartition = (at: number): string => `${kind}-minutes#${timestamp(at).slice(0, 13)}`;
  const keptMs = kind === "watched" ? watchedMinutesKeptMs : minutesKeptMs;

  const readMinutes = async (at: number, where: Labels, prefix = ""): Promise<Minute[]> => {
    const items = await wholeItems(table, { pk: minutePartition(at), prefix }, MinuteFields, where);
    return items.map(({ name, head: { from, to, isLast }, rows }) => {
      const [moment = "", writer = ""] = name.split("#");
      return { writer, start: Date.parse(`${moment}:00.000Z`), from, to, isLast, rows };
    });
  };

  /** The first item goes last: without it the others are not read. */
  const put = async (key: Key, head: NewItem["fields"], rows: readonly Row[], keptUntil: number): Promise<void> => {
    const texts = chunked(rows);
    for (const [place, text] of [...texts.entries()].reverse()) {
      const fields = { ...(place === 0 && head), schema: 1, chunks: texts.length, rows: text };
      await table.put({ pk: key.pk, sk: chunkName(key.sk, place), fields, expiresAt: Math.ceil(keptUntil / 1000) });
    }
  };

  return {
    async putMinute({ writer, start, from, to, isLast, rows }: Minute): Promise<void> {
      const key = { pk: minutePartition(start), sk: `${timestamp(start).slice(0, 16)}#${writer}` };
      await put(key, { from, to, isLast }, rows, start + minuteMs + keptMs);
    },

    /** What was counted in the minutes of an hour, in the order of their moments. `where`: rows without these labels may be left out. */
    minutes: (hour: number, where: Labels = {}): Promise<Minute[]> => readMinutes(hour, where),

    /** What was counted in one minute, by every process. */
    minute: (start: number): Promise<Minute[]> => readMinutes(start, {}, `${timestamp(start).slice(0, 16)}#`),

    async putRollup(length: RollupLength, { start, rows, gaps, isFinal }: Rollup): Promise<void> {
      const { partition, ms, keptMs } = lengths[length];
      const key = { pk: `${kind}-${partition(start)}`, sk: timestamp(start).slice(0, 13) };
      await put(key, { gaps: gaps.map((gap) => ({ ...gap })), isFinal }, rows, start + ms + keptMs);
    },

    /** The hours or days that begin within a time, as far as they are put together. `where`: rows without these labels may be left out. */
    async rollups(length: RollupLength, from: number, to: number, where: Labels = {}): Promise<Rollup[]> {
      const { partition } = lengths[length];
      const found: Rollup[] = [];
      for (const pk of new Set(daysBetween(from, to).map(partition))) {
        for (const { name, head, rows } of await wholeItems(table, { pk: `${kind}-${pk}` }, RollupFields, where)) {
          const start = Date.parse(`${name}:00:00.000Z`);
          if (start >= from && start < to) found.push({ start, rows, gaps: head.gaps, isFinal: head.isFinal });
        }
      }
      return found;
    },
  };
}

export type UsageStore = ReturnType<typeof usageStore>;

function daysBetween(from: number, to: number): number[] {
  const days: number[] = [];
  for (let day = from - (from % dayMs); day < to; day += dayMs) days.push(day);
  return days;
}

/** Rows as text, in pieces that an item holds. */
function chunked(rows: readonly Row[]): string[] {
  const chunks: string[][] = [[]];
  let length = 0;
  for (const { labels, values } of rows) {
    const text = JSON.stringify([labels, values]);
    if (length > 0 && length + text.length > longestRows) {
      chunks.push([]);
      length = 0;
    }
    length += text.length + 1;
    chunks.at(-1)?.push(text);
  }
  return chunks.map((texts) => `[${texts.join(between)}]`);
}

/** Stands between two rows, and in none of them: JSON writes the end of a line within a text as `\n`. */
const between = ",\n";

/** The rows of an item. Of many keys' rows those of one are found by their text: reading them all takes most of a chart's time. */
function rowsIn(text: string, parts: readonly string[]): Row[] {
  const wanted =
    parts.length === 0
      ? text
      : `[${text
          .slice(1, -1)
          .split(between)
          .filter((row) => parts.every((part) => row.includes(part)))
          .join(between)}]`;
  return (JSON.parse(wanted) as [Row["labels"], Row["values"]][]).map(([labels, values]) => ({ labels, values }));
}

function chunkName(name: string, place: number): string {
  return `${name}#${String(place).padStart(4, "0")}`;
}

/** How many items are read at once: another call's turn comes between two pages. */
const itemsPerPage = 60;

/** The periods of a partition, each with all of its rows. What an older form of a period left behind is passed over. */
async function wholeItems<Head extends z.infer<typeof Rows>>(
  table: Pick<Table, "query">,
  place: { readonly pk: string; readonly prefix?: string },
  schema: z.ZodType<Head>,
  where: Labels,
): Promise<{ readonly name: string; readonly head: Head; readonly rows: Row[] }[]> {
  const found: { readonly name: string; readonly head: Head; readonly rows: Row[] }[] = [];
  const parts = Object.entries(where).map(([label, value]) => `${JSON.stringify(label)}:${JSON.stringify(value)}`);
  for await (const { sk, fields } of allItems(table, { ...place, limit: itemsPerPage })) {
    const end = sk.lastIndexOf("#");
    const [name, place] = [sk.slice(0, end), Number(sk.slice(end + 1))];
    if (place === 0) {
      const head = schema.parse(fields);
      found.push({ name, head, rows: rowsIn(head.rows, parts) });
      continue;
    }
    const known = found.at(-1);
    if (known?.name === name && place < known.head.chunks) known.rows.push(...rowsIn(Rows.parse(fields).rows, parts));
  }
  return found;
}
