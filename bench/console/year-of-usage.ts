import { dayMs, hourMs, minuteMs } from "#shared/usage/period.ts";
import { type Labels, Totals } from "#shared/usage/series.ts";
import { bucketOf, emptySketch, encodeSketch } from "#shared/usage/sketch.ts";
import { daysKeptMs, hoursKeptMs, minutesShownMs, usageStore } from "#shared/usage/store.ts";
import { inBatches, storeKeys } from "../keys/stored-keys.ts";

/** Number of keys that make calls in every minute. */
export const callingKeys = 300;
const files = 12;
const yearMs = Math.min(365 * dayMs, daysKeptMs);
/** Number of different periods, which then repeat: only the amount of data matters. */
const variants = 7;

/**
 * Creates a data folder with keys that have been calling for a year: minutes of a day, hours of 60 days, days of a year. Returns its path.
 */
export async function yearOfUsage(directory: string, now: number): Promise<string> {
  const { dataFolder } = await storeKeys(directory, callingKeys);
  await inBatches(dataFolder, (table) => fill(usageStore(table), now));
  return dataFolder;
}

async function fill(store: Pick<ReturnType<typeof usageStore>, "putMinute" | "putRollup">, now: number): Promise<void> {
  const kinds = Array.from({ length: variants }, (_, variant) => rowsOf(variant));
  const rowsAt = (start: number, ms: number) => kinds[(start / ms) % variants] ?? [];
  for (const start of startsBetween(now - minutesShownMs - hourMs, now, minuteMs)) {
    const minute = { writer: "bench", start, from: start, to: start + minuteMs, isLast: false };
    await store.putMinute({ ...minute, rows: rowsAt(start, minuteMs) });
  }
  for (const [length, ms, keptMs] of [
    ["hour", hourMs, hoursKeptMs],
    ["day", dayMs, yearMs],
  ] as const)
    for (const start of startsBetween(now - keptMs, now - ms, ms))
      await store.putRollup(length, { start, rows: rowsAt(start, ms), gaps: [], isFinal: true });
}

function startsBetween(from: number, to: number, ms: number): number[] {
  const starts: number[] = [];
  for (let start = Math.ceil(from / ms) * ms; start < to; start += ms) starts.push(start);
  return starts;
}

/** Returns every key's usage in a period: reads and writes in a file, one in ten of which was rejected. */
function rowsOf(variant: number) {
  const totals = new Totals();
  for (let id = 1; id <= callingKeys; id += 1) {
    const own = { key: `data-key:${id}`, file: `File ${id % files}.fmp12`, api: "data" };
    addCalls(totals, { ...own, method: "GET", outcome: "answered" }, 3 + ((id + variant) % 5));
    addCalls(totals, { ...own, method: "POST", outcome: "answered" }, 1 + ((id + variant) % 2));
    if ((id + variant) % 10 !== 0) continue;
    addCalls(totals, { ...own, method: "GET", outcome: "rejected" }, 1);
    totals.add({ ...own, code: "401" }, "fileMakerErrors", 1);
  }
  return totals.rows();
}

function addCalls(totals: Totals, labels: Labels, calls: number): void {
  const sketch = emptySketch();
  for (let call = 0; call < calls; call += 1) sketch[bucketOf(5 + 7 * call)] = 1;
  totals.add(labels, "calls", calls);
  totals.add(labels, "receivedBytes", 120 * calls);
  totals.add(labels, "sentBytes", 4_300 * calls);
  totals.add(labels, "timeToFirstByte", encodeSketch(sketch));
}
