import { afterAll, beforeEach, expect } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { memoryLogs } from "./support/memory-logs.ts";

const lineBytes = 128;
const lines = 524_288;
const first = Date.UTC(2026, 0, 1);
const timeOf = (number: number) => new Date(first + number * 50).toISOString();

/** Returns 64 MB with a line every 50 ms, each 128 bytes long; every 100,000th line is different. */
function content(): Buffer {
  const bytes = Buffer.alloc(lineBytes * lines, " ");
  for (let number = 0; number < lines; number += 1) {
    const odd = number % 100_000 === 99_999 ? ',"odd":"Needle"' : "";
    bytes.write(`{"time":"${timeOf(number)}","number":${number}${odd}}`, number * lineBytes, "latin1");
    bytes[number * lineBytes + lineBytes - 1] = 0x0a;
  }
  return bytes;
}

const logs = memoryLogs();
logs.write("svc-info.log", content());
// Its time stands still, so that no search is cut short on a busy machine.
const serviceLogs = fileLogBackend(logs, { now: () => 0, sleep: () => Promise.resolve() });
const service = await testService({ decorate: (platform) => ({ ...platform, serviceLogs }) });
afterAll(() => service.stop());
beforeEach(() => {
  logs.readBytes = 0;
});

const read = async (query: string) => {
  const answer = await service.admin("GET", `/svc/api/logs/svc-info.log/${query}`);
  expect(answer, query).toSucceed();
  return answer.body.response;
};
const numbers = (response: { readonly lines: readonly { readonly columns: { readonly number: string } }[] }) =>
  response.lines.map(({ columns }) => Number(columns.number));
const range = (from: number, count: number) => Array.from({ length: count }, (_, source) => from + source);

verifies("logs:lines:tail", async () => {
  const tail = await read("lines?count=1000");
  expect(numbers(tail)).toEqual(range(lines - 1_000, 1_000));
  // The lines, plus one or two blocks of 64 KB.
  expect(logs.readBytes).toBeLessThan(1_000 * lineBytes + 4 * 65_536);
});

verifies("logs:lines:tail", "going back costs only what is read", async () => {
  let page = await read("lines?count=500");
  logs.readBytes = 0;
  for (let back = 1; back <= 3; back += 1) {
    page = await read(`lines?count=500&before=${encodeURIComponent(page.before)}`);
    expect(numbers(page)).toEqual(range(lines - 500 * (back + 1), 500));
  }
  expect(logs.readBytes).toBeLessThan(3 * (500 * lineBytes + 4 * 65_536));
});

verifies("logs:lines:jump", async () => {
  const last = await read(`lines?from=${lines - 1}&count=10`);
  expect(numbers(last)).toEqual([lines - 1]);
  expect(last.counted).toEqual({ lines, bytes: lines * lineBytes });
  for (const number of [0, 1, 999, 1_000, 1_001, 314_159, 500_000]) {
    logs.readBytes = 0;
    const page = await read(`lines?from=${number}&count=100`);
    expect(numbers(page)).toEqual(range(number, 100));
    expect(page.lines.map((line: { number: number }) => line.number)).toEqual(range(number, 100));
    // Starting at a position that is stored for every 1,000th line.
    expect(logs.readBytes, String(number)).toBeLessThan(1_100 * lineBytes + 3 * 65_536);
  }
  logs.readBytes = 0;
  const tail = await read("lines?count=3");
  expect(tail.lines.map((line: { number: number }) => line.number)).toEqual(range(lines - 3, 3));
  expect(logs.readBytes).toBeLessThan(1_000 * lineBytes + 4 * 65_536);
  expect((await read(`lines?from=${lines + 5}`)).lines).toEqual([]);
});

verifies("logs:lines:jump", "concurrent requests count its lines once, and keep the counted ones", async () => {
  const source = fileLogBackend(logs, { now: () => 0, sleep: () => Promise.resolve() });
  const at = (number: number) => source.lines("svc-info.log", { number, count: 1 });
  await Promise.all([at(lines - 1), at(lines - 1), source.lines("svc-info.log", { count: 1 })]);
  expect(logs.readBytes).toBeLessThan(1.5 * lines * lineBytes);
  for (let round = 0; round < 3; round += 1) {
    logs.readBytes = 0;
    await Promise.all([at(lines - 1), at(lines - 2), at(lines - 3)]);
    expect(logs.readBytes).toBeLessThan(3 * (1_000 * lineBytes + 2 * 65_536));
  }
});

verifies("logs:lines:jump", "lines longer than a page's read limit are skipped on the way to another", async () => {
  const long = `${"x".repeat(64 * 1024 - 1)}\n`;
  logs.write("svc-trace.log", `${long.repeat(200)}the last\n`);
  const page = await fileLogBackend(logs, { now: () => 0, sleep: () => Promise.resolve() }).lines("svc-trace.log", {
    number: 200,
    count: 5,
  });
  expect(page?.lines).toEqual([expect.objectContaining({ number: 200, text: "the last" })]);
});

verifies("logs:search:backwards", async () => {
  const found = await read("search?text=needle&limit=1");
  expect(found.records.map(({ columns }: { columns: { number: string } }) => columns.number)).toEqual(["499999"]);
  const fromEnd = (lines - 499_999) * lineBytes;
  expect(logs.readBytes).toBeLessThan(2 * fromEnd + 4 * 1024 * 1024);
  const all = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await read(`search?text=needle&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    all.push(...page.records.map(({ columns }: { columns: { number: string } }) => Number(columns.number)));
    cursor = page.cursor;
  }
  expect(all).toEqual([499_999, 399_999, 299_999, 199_999, 99_999]);
});

verifies("logs:search:time", "lines outside of the time range aren't read", async () => {
  const middle = 262_144;
  const found = await read(`search?from=${timeOf(middle)}&to=${timeOf(middle + 10)}&limit=100`);
  expect(found.records.map(({ columns }: { columns: { number: string } }) => Number(columns.number))).toEqual(
    range(middle, 10).reverse(),
  );
  // Two hours of lines around it, because clocks are set back, and a few positions to find it.
  expect(logs.readBytes).toBeLessThan(2 * 3_600 * 20 * lineBytes + 2 * 1024 * 1024);
});

verifies("logs:around:moment", "a time is found by binary search", async () => {
  const middle = 400_000;
  const answer = await service.admin(
    "GET",
    `/svc/api/logs/around?at=${timeOf(middle)}&names=svc-info.log&seconds=10&limit=6`,
  );
  expect(answer).toSucceed();
  const { records, cut } = answer.body.response;
  expect(records.map(({ columns }: { columns: { number: string } }) => Number(columns.number))).toEqual(
    range(middle - 3, 6),
  );
  expect(cut).toEqual(["svc-info.log"]);
  expect(logs.readBytes).toBeLessThan(1024 * 1024);
});
