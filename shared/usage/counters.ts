import { apis, type CountedCall, countedCode, methods, outcomes } from "./counted-call.ts";
import type { MetricName } from "./metrics/contract.ts";
import { type Minute, minuteMs } from "./period.ts";
import { type Scraped, scrapedTotals } from "./scrape/scraped.ts";
import { type Labels, type Row, type StoredValue, Totals } from "./series.ts";
import { bucketOf, emptySketch, encodeSketch, type Sketch } from "./sketch.ts";

/** Counts in memory, one minute after another. No method waits or accesses a store. */
export interface UsageCounters {
  /** Counts a completed proxied call. Runs on every call, so it only does a few additions. */
  call(at: number, call: CountedCall): void;
  /** Counts any other event. */
  add(at: number, metric: MetricName, labels: Labels, value: StoredValue): void;
  /** Returns completed minutes, oldest first, until they are dropped. */
  closed(now: number): readonly Minute[];
  /** Returns all counts since counting began. */
  scraped(now: number): Scraped;
  /** Closes the current minute, for a process that is shutting down. */
  end(now: number): void;
  /** Removes a minute that was stored, or for which there is no space. */
  drop(minute: Minute): void;
}

/** Maximum number of completed minutes in memory. If the store doesn't respond for longer, counts are lost. */
const maxClosed = 120;
/**
 * Maximum number of pairs of key and file. Further pairs are counted as `other`, so that a caller with many files can't fill the memory.
 */
const maxPairs = 5_000;
const other = "other";
const slotsPerPair = apis.length * methods.length * outcomes.length;

const apiAt: Readonly<Record<string, number>> = placesOf(apis);
const methodAt: Readonly<Record<string, number>> = placesOf(methods);
const outcomeAt: Readonly<Record<string, number>> = placesOf(outcomes);

/** Creates counters. `writer` identifies one start of a process, whose counting begins at `startedAt`. */
export function usageCounters(writer: string, startedAt: number): UsageCounters {
  const slots = callSlots();
  const waiting: Minute[] = [];
  let writers = 1;
  let open = openMinute(minuteOf(startedAt), startedAt);
  let closedTo = Number.NEGATIVE_INFINITY;

  const past = scrapedTotals();

  const close = (to: number, isLast: boolean): void => {
    const { start, from } = open;
    const rows = open.rows(slots);
    past.add(rows);
    waiting.push({ writer: `${writer}-${writers}`, start, from, to, isLast, rows });
    if (waiting.length > maxClosed) waiting.shift();
    closedTo = start;
  };

  /** Opens the minute that contains a time. */
  const turnTo = (at: number): void => {
    const start = minuteOf(at);
    const followsOn = start === open.start + minuteMs;
    const isForward = start > open.start;
    close(isForward ? open.start + minuteMs : Math.max(open.from, Math.min(at, open.start + minuteMs)), !isForward);
    begin(at, followsOn ? start : at);
  };

  const begin = (at: number, from: number): void => {
    const start = minuteOf(at);
    // If the clock was set back, this minute would overwrite an existing one, so a new writer starts here.
    if (start <= closedTo) writers += 1;
    open = openMinute(start, from);
  };

  const current = (at: number): OpenMinute => {
    if (at < open.start || at >= open.start + minuteMs) turnTo(at);
    return open;
  };

  return {
    call: (at, call) => current(at).call(slots.of(call), call),
    add: (at, metric, labels, value) => current(at).totals.add(labels, metric, value),
    closed(now) {
      current(now);
      return [...waiting];
    },
    scraped(now) {
      const rows = current(now).rows(slots);
      const together = scrapedTotals();
      together.add(past.rows());
      together.add(rows);
      return { since: startedAt, rows: together.rows() };
    },
    end(now) {
      current(now);
      close(now, true);
      begin(now, now);
    },
    drop(minute) {
      const place = waiting.indexOf(minute);
      if (place >= 0) waiting.splice(place, 1);
    },
  };
}

/** Minute that is being counted. */
interface OpenMinute {
  readonly start: number;
  readonly from: number;
  readonly totals: Totals;
  call(slot: number, call: CountedCall): void;
  rows(slots: CallSlots): Row[];
}

function openMinute(start: number, from: number): OpenMinute {
  const totals = new Totals();
  let calls = new Float64Array(slotsPerPair);
  let received = new Float64Array(slotsPerPair);
  let sent = new Float64Array(slotsPerPair);
  const sketches: (Sketch | undefined)[] = [];

  const grow = (slot: number): void => {
    const size = Math.max(slot + 1, 2 * calls.length);
    [calls, received, sent] = [grown(calls, size), grown(received, size), grown(sent, size)];
  };

  return {
    start,
    from,
    totals,
    call(slot, call) {
      if (slot >= calls.length) grow(slot);
      calls[slot] = (calls[slot] as number) + 1;
      received[slot] = (received[slot] as number) + call.receivedBytes;
      sent[slot] = (sent[slot] as number) + call.sentBytes;
      let sketch = sketches[slot];
      if (sketch === undefined) {
        sketch = emptySketch();
        sketches[slot] = sketch;
      }
      const bucket = bucketOf(call.firstByteMs);
      sketch[bucket] = (sketch[bucket] as number) + 1;
      if (call.outcome !== "answered") addErrors(totals, call);
    },
    rows(slots) {
      const rows = totals.rows();
      for (const [slot, sketch] of sketches.entries()) {
        if (sketch === undefined) continue;
        const values = {
          calls: calls[slot] as number,
          receivedBytes: received[slot] as number,
          sentBytes: sent[slot] as number,
          timeToFirstByte: encodeSketch(sketch),
        };
        rows.push({ labels: slots.labelsOf(slot), values });
      }
      return rows;
    },
  };
}

function addErrors(totals: Totals, { key = none, file = none, api, outcome, code, error }: CountedCall): void {
  if (outcome === "rejected") totals.add({ key, file, api, code: countedCode(code) }, "fileMakerErrors", 1);
  else if (error !== undefined) totals.add({ key, api, error }, "refusals", 1);
}

/** Label value if there is no key or file. */
const none = "none";

/** Assigns a number, starting at 0, to each set of labels of calls. Numbers don't change while the process runs. */
interface CallSlots {
  of(call: CountedCall): number;
  labelsOf(slot: number): Labels;
}

function callSlots(): CallSlots {
  const pairs = new Map<string, Map<string, Int32Array>>();
  const known: Labels[] = [];
  let count = 0;

  const pairOf = (key: string, file: string): Int32Array => {
    const files = pairs.get(key) ?? new Map<string, Int32Array>();
    const pair = files.get(file);
    if (pair !== undefined) return pair;
    if (count >= maxPairs && key !== other) return pairOf(other, other);
    count += 1;
    const added = new Int32Array(slotsPerPair).fill(-1);
    pairs.set(key, files.set(file, added));
    return added;
  };

  return {
    of({ key = none, file = none, api, method, outcome }) {
      const pair = pairs.get(key)?.get(file) ?? pairOf(key, file);
      const place =
        ((apiAt[api] as number) * methods.length + (methodAt[method] as number)) * outcomes.length +
        (outcomeAt[outcome] as number);
      const slot = pair[place] as number;
      if (slot >= 0) return slot;
      const isOther = pairs.get(key)?.get(file) !== pair;
      known.push({ key: isOther ? other : key, file: isOther ? other : file, api, method, outcome });
      pair[place] = known.length - 1;
      return known.length - 1;
    },
    labelsOf: (slot) => known[slot] ?? {},
  };
}

function minuteOf(at: number): number {
  return at - (at % minuteMs);
}

function grown(values: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size);
  larger.set(values);
  return larger;
}

function placesOf(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name, place) => [name, place]));
}
