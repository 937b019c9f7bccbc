import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { searchText } from "#shared/logs/reading/scan/search-text.ts";
import { memoryLogs } from "./support/memory-logs.ts";

const still = { now: () => 0, sleep: () => Promise.resolve() };

test("the last match is the one that a plain search finds, for any bytes", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "A", "b", "B", "c", " ", "é"), maxLength: 60 });
  void fc.assert(
    fc.property(
      letters,
      fc.string({ unit: fc.constantFrom("a", "B", "c", "."), minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (content, text, isCaseSensitive) => {
        const bytes = Buffer.from(content);
        const plain = isCaseSensitive ? bytes.toString("latin1") : bytes.toString("latin1").toLowerCase();
        const expected = plain.lastIndexOf(isCaseSensitive ? text : text.toLowerCase());
        expect(searchText(text, isCaseSensitive).lastIn(bytes)).toBe(expected);
      },
    ),
  );
});

test("a text of only frequent bytes is found too, and a missing one isn't", () => {
  const bytes = Buffer.from(`${"ab".repeat(100_000)}abba${"ab".repeat(100_000)}`);
  expect(searchText("abba", true).lastIn(bytes)).toBe(200_000);
  expect(searchText("ABBA", false).lastIn(bytes)).toBe(200_000);
  expect(searchText("acca", true).lastIn(bytes)).toBe(-1);
});

test("rare records far apart are found completely, with their continuation lines, and each once", async () => {
  const stamp = (number: number) => `2026-11-20 09:00:00.000 +0000\tInformation\t${number}\tfms\t`;
  const filler = Array.from({ length: 2_000 }, (_, number) => `${stamp(number)}${"x".repeat(100)}\n`).join("");
  const odd = (number: number) => `${stamp(number)}The first line\nand behind it the Needle ${number}\nand one more\n`;
  const logs = memoryLogs();
  // 70 MB in total, so that a stride ends between them, and one at either end.
  const between = Buffer.from(filler.repeat(120));
  const parts = [odd(1), between, odd(2), odd(3), between, odd(4)].map((part) => Buffer.from(part));
  logs.write("Event.log", Buffer.concat(parts));
  const source = fileLogBackend(logs, still);
  const found: string[] = [];
  let scanned = 0;
  for (let reached: Awaited<ReturnType<typeof source.search>>; ; ) {
    const page = await source.search("Event.log", { text: "needle", limit: 2, reached: reached?.next ?? undefined });
    for (const { text, more } of page?.records ?? []) found.push([text.split("\t")[2], ...more].join(" | "));
    scanned += page?.scannedBytes ?? 0;
    if (page?.next === null) break;
    reached = page;
  }
  expect(found).toEqual([4, 3, 2, 1].map((number) => `${number} | and behind it the Needle ${number} | and one more`));
  expect(scanned).toBe(Buffer.concat(parts).length);
  // Blocks overlap slightly, and the area around a match is read again.
  expect(logs.readBytes).toBeLessThan(scanned * 1.1);
});

test("searched bytes are counted exactly, even if nothing is found", async () => {
  const line = `2026-11-20 09:00:00.000 +0000\tInformation\t94\tfms\t${"x".repeat(200)}\n`;
  const logs = memoryLogs();
  logs.write("Event.log", line.repeat(5_000));
  const source = fileLogBackend(logs, still);
  for (const isForwards of [false, true])
    expect(await source.search("Event.log", { text: "needle", limit: 10, isForwards })).toMatchObject({
      records: [],
      next: null,
      scannedBytes: line.length * 5_000,
    });
});

test("a search that is interrupted between two matches continues where it was", async () => {
  const line = `2026-11-20 09:00:00.000 +0000\tInformation\t94\tfms\t${"x".repeat(200)}\n`;
  const logs = memoryLogs();
  logs.write("Event.log", `${line.replace("xx", "Needle")}${line.repeat(600_000)}`);
  let now = 0;
  logs.onRead = () => {
    now += 100;
  };
  const source = fileLogBackend(logs, { now: () => now, sleep: () => Promise.resolve() });
  let [pages, hits] = [0, 0];
  for (let reached: Awaited<ReturnType<typeof source.search>>; ; pages += 1) {
    const page = await source.search("Event.log", { text: "Needle", limit: 10, reached: reached?.next ?? undefined });
    hits += page?.records.length ?? 0;
    if (page?.next === null) break;
    expect(page?.isPartial).toBe(true);
    reached = page;
  }
  expect([pages > 1, hits]).toEqual([true, 1]);
});
