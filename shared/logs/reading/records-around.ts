import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LogFormat } from "../format/format.ts";
import type { AroundPage, AroundQuery, TextRecord } from "../log-reader.ts";
import { firstAt } from "./moment.ts";
import { pageOf } from "./page.ts";
import { spanAround, textRecord } from "./records.ts";
import { type Region, regionsBackwards } from "./scan/regions.ts";

const blockBytes = 64 * 1024;
const maxBytes = 1024 * 1024;

/** Returns the records nearest to a time, half of them before it. None for a log without times. */
export async function recordsAround(log: OpenLog, format: LogFormat, query: AroundQuery): Promise<AroundPage> {
  if (!format.isTimed) return { records: [], isCut: false };
  const middle = await firstAt(log, format, query.at);
  const later = await laterRecords(log, format, middle, query);
  const earlier = await earlierRecords(log, format, middle, { ...query, limit: query.limit - later.records.length });
  return { records: [...earlier.records.toReversed(), ...later.records], isCut: earlier.isCut || later.isCut };
}

async function earlierRecords(log: OpenLog, format: LogFormat, to: number, query: AroundQuery): Promise<AroundPage> {
  const page = pageOf<TextRecord>(query.limit);
  for await (const region of regionsBackwards(log, format, to, maxBytes)) {
    for (let before = region.bytes.length; before > 0; ) {
      const span = spanAround(region, before - 1, format);
      const record = textRecord(region, span);
      const side = sideOf(record, format, query);
      if (side === "outside") return { records: page.lines, isCut: false };
      if (side === "inside" && !page.take(record)) return { records: page.lines, isCut: true };
      before = span.start;
    }
  }
  return { records: page.lines, isCut: false };
}

async function laterRecords(log: OpenLog, format: LogFormat, from: number, query: AroundQuery): Promise<AroundPage> {
  const page = pageOf<TextRecord>(Math.ceil(query.limit / 2));
  let rest: Buffer = Buffer.alloc(0);
  for (let at = from; at < log.sizeBytes && rest.length < maxBytes; ) {
    const block = await log.read(at, Math.min(blockBytes, log.sizeBytes - at));
    if (block.length === 0) break;
    const region: Region = { bytes: Buffer.concat([rest, block]), offset: at - rest.length };
    at += block.length;
    let start = 0;
    while (start < region.bytes.length) {
      const span = spanAround(region, start, format);
      // The last record of a block can continue in the next one.
      if (span.end >= region.bytes.length && at < log.sizeBytes) break;
      const record = textRecord(region, span);
      const side = sideOf(record, format, query);
      if (side === "outside") return { records: page.lines, isCut: false };
      if (side === "inside" && !page.take(record)) return { records: page.lines, isCut: true };
      start = span.end;
    }
    rest = region.bytes.subarray(start);
  }
  return { records: page.lines, isCut: false };
}

/** Returns which side of the time a record is on. Headings have no time. */
function sideOf(
  record: TextRecord,
  format: LogFormat,
  { at, withinMs }: AroundQuery,
): "inside" | "outside" | "timeless" {
  const { time } = format.read(record.text);
  if (time === null) return "timeless";
  return Math.abs(time - at) > withinMs ? "outside" : "inside";
}
