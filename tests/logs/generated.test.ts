import { expect, test } from "vitest";
import type { SearchQuery } from "#shared/logs/log-reader.ts";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { randomNumbers } from "../../bench/load/random-numbers.ts";
import { memoryLogs } from "./support/memory-logs.ts";

const name = "Event.log";
const logs = memoryLogs();
const source = fileLogBackend(logs, { now: () => 0, sleep: () => Promise.resolve() });

interface Written {
  readonly offset: number;
  readonly time: number;
  readonly lines: readonly string[];
}

/** Writes a log of records of many lengths, some with additional lines. Returns the records. */
function written(seed: number): readonly Written[] {
  const random = randomNumbers(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const records: Written[] = [];
  let [offset, time] = [0, Date.UTC(2026, 10, 20)];
  const pieces: string[] = [];
  for (let count = 0; count < 3_000; count += 1) {
    time += upTo(3_000);
    const stamp = new Date(time).toISOString().replace("T", " ").replace("Z", " +0000");
    const text = () => `${"äx \u{1f511}".repeat(upTo(upTo(20) === 0 ? 900 : 30))}${upTo(50) === 0 ? "Needle" : ""}`;
    const further = Array.from({ length: upTo(4) === 0 ? upTo(5) : 0 }, () => text());
    const lines = [`${stamp}\t${upTo(9) === 0 ? "Error" : "Information"}\t${upTo(99)}\tfms\t${text()}`, ...further];
    records.push({ offset, time, lines });
    const piece = lines.map((line) => `${line}${upTo(2) === 0 ? "\r" : ""}\n`).join("");
    pieces.push(piece);
    offset += Buffer.byteLength(piece);
  }
  logs.write(name, pieces.join(""));
  return records;
}

async function searched(options: Omit<SearchQuery, "limit" | "reached">): Promise<readonly number[]> {
  const offsets: number[] = [];
  for (let reached: SearchQuery["reached"]; ; ) {
    const page = await source.search(name, { ...options, limit: 37, reached });
    offsets.push(...(page?.records.map(({ offset }) => offset) ?? []));
    if (page === undefined || page.next === null) return options.isForwards === true ? offsets : offsets.reverse();
    reached = page.next;
  }
}

test.for([1, 2, 3, 4])("reading and searching return what was written (%i)", async (seed) => {
  const records = written(seed);
  const lines = records.flatMap((record) => record.lines);
  const offsets = (chosen: (record: Written) => boolean) => records.filter(chosen).map(({ offset }) => offset);
  const holds = (pattern: RegExp) => (record: Written) => record.lines.some((line) => pattern.test(line));

  const forwards: string[] = [];
  for (let page = await source.lines(name, { number: 0, count: 450 }); page !== undefined && page.lines.length > 0; ) {
    expect(page.lines[0]?.number).toBe(forwards.length);
    forwards.push(...page.lines.map(({ text }) => text));
    page = await source.lines(name, { after: page.end, count: 450 });
  }
  expect(forwards).toEqual(lines);

  const backwards: string[] = [];
  for (let page = await source.lines(name, { count: 450 }); page !== undefined && page.lines.length > 0; ) {
    backwards.unshift(...page.lines.map(({ text }) => text));
    page = await source.lines(name, { before: page.start, count: 450 });
  }
  expect(backwards).toEqual(lines);

  expect(await searched({ text: "needle" })).toEqual(offsets(holds(/needle/i)));
  expect(await searched({ text: "needle", isCaseSensitive: true })).toEqual([]);
  expect(await searched({ text: "x \u{1f511}Needle", isCaseSensitive: true })).toEqual(
    offsets(holds(/x \u{1f511}Needle/u)),
  );
  expect(await searched({ text: "N[e]{2}dle$", isPattern: true })).toEqual(offsets(holds(/N[e]{2}dle$/i)));
  expect(await searched({ exclude: "needle", levels: ["error"] })).toEqual(
    offsets((record) => /\tError\t/.test(record.lines[0] ?? "") && !holds(/needle/i)(record)),
  );

  for (const options of [{ text: "needle" }, { text: "N[e]{2}dle$", isPattern: true }, { levels: ["error" as const] }])
    expect(await searched({ ...options, isForwards: true })).toEqual(await searched(options));
  for (const place of [0, 1, 1_700, 2_999]) {
    const offset = records[place]?.offset ?? 0;
    const errors = offsets((record) => /\tError\t/.test(record.lines[0] ?? ""));
    expect(await searched({ levels: ["error"], offset })).toEqual(errors.filter((each) => each < offset));
    const later = await searched({ levels: ["error"], offset, isForwards: true });
    expect(later).toEqual(errors.filter((each) => each > offset));
  }

  for (const chosen of [0, 1, 700, 1_500, 2_998, 2_999]) {
    const { time } = records[chosen] as Written;
    const first = records.find((record) => record.time >= time) as Written;
    const page = await source.around(name, { at: time, withinMs: 60_000, limit: 10 });
    expect(page?.records.map((record) => record.offset)).toContain(first.offset);
    const from = await searched({ from: time, to: time + 10_000 });
    expect(from).toEqual(offsets((record) => record.time >= time && record.time < time + 10_000));
    expect(await searched({ from: time, to: time + 10_000, isForwards: true })).toEqual(from);
  }
});
