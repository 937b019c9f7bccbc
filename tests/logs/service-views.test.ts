import { afterAll, expect, test } from "vitest";
import { eventLogBackend } from "#shared/logs/events/event-log-backend.ts";
import { clearedLogs } from "#shared/logs/store.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aLogGroup } from "./support/a-log-group.ts";

const group = await aLogGroup({ scanned: 400 });
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    serviceLogs: eventLogBackend({ events: group.events, cleared: clearedLogs(platform.table), clock: platform.clock }),
  }),
});
afterAll(async () => {
  await service.stop();
  await group.close();
});

const began = service.clock.now() - 7_200_000;
const lineAt = (at: number, level: string, more: Readonly<Record<string, unknown>>) =>
  `${JSON.stringify({ time: new Date(at).toISOString(), level, ...more })}`;
const reported = (at: number, level: string, more: Readonly<Record<string, unknown>>) =>
  group.put(at, `${lineAt(at, level, more)}\n`);

// A line every second, three at a time; every hundredth time has an error, and Lambda adds a line of its own.
for (let moment = 0; moment < 1_000; moment += 1) {
  const at = began + moment * 1_000;
  for (let place = 0; place < 3; place += 1)
    reported(at, "info", { number: moment * 3 + place, path: place === 0 ? "/svc/api/keys" : "/svc/api/logs" });
  if (moment % 100 === 99) reported(at, "error", { number: moment, error: "internal_error", reason: `Oops ${moment}` });
  if (moment % 250 === 0) group.put(at, `START RequestId: ${moment} Version: $LATEST\n`);
}
reported(began + 5_000, "receiver", { webhook: 4 });
reported(began + 6_000, "app-info", { severity: "warn", message: "The import is late" });
group.put(began + 600_000, "2026 Task timed out after 29.00 seconds\n\nsecond line\n");
const lines = 3_000;

const read = async (path: string) => {
  const answer = await service.admin("GET", path);
  expect(answer, path).toSucceed();
  return answer.body.response;
};
const linesOf = (query: string, name = "svc-info.log") => read(`/svc/api/logs/${name}/lines?${query}`);
const search = (query: string, name = "svc-info.log") => read(`/svc/api/logs/${name}/search?${query}`);
type Shown = { readonly columns: Readonly<Record<string, string>>; readonly text: string; readonly number: number };
const numbers = (shown: readonly Shown[]) => shown.map(({ columns }) => Number(columns.number));
const range = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place);

verifies("logs:list:service", "on AWS, they are views of one log group", async () => {
  const { logs } = await read("/svc/api/logs");
  const modifiedAt = new Date(began + 999_000).toISOString();
  expect(logs).toEqual(
    [
      "app-debug.log",
      "app-error.log",
      "app-info.log",
      "svc-debug.log",
      "svc-error.log",
      "svc-info.log",
      "svc-receiver.log",
    ].map((name) => ({
      name,
      place: "service",
      sizeBytes: expect.any(Number),
      modifiedAt,
      isTimed: true,
    })),
  );
  expect(logs[0].sizeBytes).toBeGreaterThan(200_000);
});

verifies("logs:lines:tail", "on AWS, back to the beginning, in pages", async () => {
  let page = await linesOf("count=700");
  expect(numbers(page.lines)).toEqual(range(lines - 700, 700));
  const seen = [numbers(page.lines)];
  while (page.before !== null) {
    page = await linesOf(`count=700&before=${page.before}`);
    seen.push(numbers(page.lines));
  }
  expect(seen.reverse().flat()).toEqual(range(0, lines));
});

verifies("logs:lines:tail", "on AWS, the last lines of a long log cost one or two calls", async () => {
  const asked = group.asked.length;
  await linesOf("count=100");
  const calls = group.asked.slice(asked).filter(({ operation }) => operation === "FilterLogEvents");
  // An hour, and eight hours: the log ends two hours ago, and a page reads 400 lines.
  expect(calls.length).toBeLessThan(8);
});

verifies("logs:lines:jump", "on AWS, lines are counted only as far as the caller asks", async () => {
  for (const number of [0, 1, 999, 1_000, 2_345]) {
    const page = await linesOf(`from=${number}&count=5`);
    expect(numbers(page.lines)).toEqual(range(number, 5));
    expect(page.lines.map((line: Shown) => line.number)).toEqual(range(number, 5));
  }
  const beyond = await linesOf(`from=${lines + 7}`);
  expect(beyond).toMatchObject({ lines: [], counted: { lines } });
});

verifies("logs:lines:jump", "on AWS, a line is found again by its position", async () => {
  const [line] = (await linesOf("from=1234&count=1")).lines;
  expect(numbers((await linesOf(`offset=${line.offset}&count=2`)).lines)).toEqual([1_234, 1_235]);
});

verifies("logs:list:service", "each log contains its own entries", async () => {
  expect(numbers((await linesOf("", "svc-error.log")).lines)).toEqual(range(1, 10).map((each) => each * 100 - 1));
  expect((await linesOf("", "svc-receiver.log")).lines).toMatchObject([{ columns: { webhook: "4" }, level: "info" }]);
  expect((await linesOf("", "app-info.log")).lines).toMatchObject([
    { columns: { message: "The import is late" }, level: "warning" },
  ]);
  expect((await linesOf("", "app-error.log")).lines).toEqual([]);
  const { lines: ofLambda } = await linesOf("", "svc-debug.log");
  expect(ofLambda.map(({ text, kind, level }: Shown & { kind: string; level: string }) => [text, kind, level])).toEqual(
    [
      [`${new Date(began).toISOString()} START RequestId: 0 Version: $LATEST`, "record", "info"],
      [`${new Date(began + 250_000).toISOString()} START RequestId: 250 Version: $LATEST`, "record", "info"],
      [`${new Date(began + 500_000).toISOString()} START RequestId: 500 Version: $LATEST`, "record", "info"],
      [`${new Date(began + 600_000).toISOString()} 2026 Task timed out after 29.00 seconds`, "record", "error"],
      ["", "continuation", null],
      ["second line", "continuation", null],
      [`${new Date(began + 750_000).toISOString()} START RequestId: 750 Version: $LATEST`, "record", "info"],
    ],
  );
});

verifies("logs:search:backwards", "on AWS", async () => {
  const found: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await search(`text=API/KEYS&limit=300${cursor && `&cursor=${cursor}`}`);
    found.push(...numbers(page.records));
    cursor = page.cursor;
  }
  expect(found).toEqual(range(0, 1_000).map((each) => 2_997 - each * 3));
});

verifies("logs:search:backwards", "on AWS, the oldest come first on request", async () => {
  const found: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await search(`text=api/keys&order=oldest&limit=300${cursor && `&cursor=${cursor}`}`);
    found.push(...numbers(page.records));
    cursor = page.cursor;
  }
  expect(found).toEqual(range(0, 1_000).map((each) => each * 3));
});

verifies("logs:search:time", "on AWS, lines outside of the time range aren't read", async () => {
  const [from, to] = [began + 500_000, began + 510_000].map((at) => new Date(at).toISOString());
  const asked = group.asked.length;
  const found = await search(`from=${from}&to=${to}`);
  expect(numbers(found.records)).toEqual(range(1_500, 30).reverse());
  for (const { input } of group.asked.slice(asked).filter(({ operation }) => operation === "FilterLogEvents"))
    expect(input).toMatchObject({ startTime: began + 495_000, filterPattern: '{ $.level = "info" }' });
});

verifies("logs:search:pattern", "on AWS", async () => {
  const found = await search("text=Oops%20%5B13%5D99&isPattern=true", "svc-error.log");
  expect(numbers(found.records)).toEqual([399, 199]);
  expect(await service.admin("GET", "/svc/api/logs/svc-error.log/search?text=(&isPattern=true")).toRefuseWith(
    "log_pattern_refused",
  );
});

verifies("logs:search:filters", "on AWS", async () => {
  const found = await search("text=oops&exclude=199&levels=error", "svc-error.log");
  expect(numbers(found.records)).toEqual([999, 899, 799, 699, 599, 499, 399, 299, 99]);
  expect((await search("levels=warning", "svc-error.log")).records).toEqual([]);
});

verifies("logs:around:moment", "on AWS", async () => {
  const at = new Date(began + 99_000).toISOString();
  const { records, cut } = await read(
    `/svc/api/logs/around?at=${at}&names=svc-info.log,svc-error.log&seconds=1&limit=6`,
  );
  const found = records.map((record: Shown & { log: string }) => [record.log, Number(record.columns.number)]);
  expect(found.toSorted()).toEqual(
    [...[294, 295, 296, 297, 298, 299].map((number) => ["svc-info.log", number]), ["svc-error.log", 99]].toSorted(),
  );
  expect(cut).toEqual(["svc-info.log"]);
});

verifies("logs:download:raw", "on AWS, it is assembled while it is sent, and doesn't support ranges", async () => {
  const path = "/svc/api/server-info/logs/svc-error.log";
  const headers = { Authorization: adminAccount, Range: "bytes=0-9" };
  const whole = await service.raw("GET", path, { headers });
  expect([whole.status, whole.headers["accept-ranges"], whole.headers["content-length"]]).toEqual([
    200,
    "none",
    undefined,
  ]);
  expect(whole.text).toBe(
    range(1, 10)
      .map((each) => each * 100 - 1)
      .map((number) => {
        const at = began + number * 1_000;
        return `${lineAt(at, "error", { number, error: "internal_error", reason: `Oops ${number}` })}\n`;
      })
      .join(""),
  );
  const head = await service.raw("HEAD", path, { headers });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
});

verifies(
  "logs:follow:polling",
  "on AWS, lines are shown once they are some seconds old, and each of them once",
  async () => {
    let { after } = await linesOf("count=1", "svc-receiver.log");
    const seen: string[] = [];
    const look = async () => {
      const page = await linesOf(`after=${after}`, "svc-receiver.log");
      seen.push(...page.lines.map((line: Shown) => line.columns.webhook));
      after = page.after;
    };
    const at = service.clock.now();
    reported(at, "receiver", { webhook: 11 });
    await look();
    expect(seen).toEqual([]);
    // It reaches the store after a later one.
    reported(at + 900, "receiver", { webhook: 13 });
    reported(at + 400, "receiver", { webhook: 12 });
    await service.turn(6_000);
    await look();
    await look();
    expect(seen).toEqual(["11", "12", "13"]);
  },
);

verifies("logs:clear:emptied", "on AWS, nothing is deleted: earlier lines are hidden", async () => {
  const place = (await linesOf("count=1")).after;
  const cleared = await service.admin("DELETE", "/svc/api/server-info/logs/clear/svc-info.log");
  expect(cleared.body.response).toEqual({ clearedBytes: 0, isKept: true });
  expect((await linesOf("")).lines).toEqual([]);
  expect(numbers((await linesOf("", "svc-error.log")).lines)).toHaveLength(10);
  await service.turn(1_000);
  reported(service.clock.now(), "info", { number: 4_711 });
  await service.turn(10_000);
  const page = await linesOf(`after=${place}`);
  expect([numbers(page.lines), page.isRotated]).toEqual([[4_711], true]);
  expect((await search("text=keys")).records).toEqual([]);
  const text = await service.raw("GET", "/svc/api/server-info/logs/svc-info.log", {
    headers: { Authorization: adminAccount },
  });
  expect(text.text.trim().split("\n")).toHaveLength(1);
  expect(await service.admin("DELETE", "/svc/api/server-info/logs/clear/svc-nothing.log")).toRefuseWith(
    "agent_unavailable",
  );
});

test("while CloudWatch doesn't respond, no log is reported as empty", async () => {
  group.fail({ status: 400, name: "AccessDeniedException" });
  expect(await service.admin("GET", "/svc/api/logs/svc-error.log/lines")).toRefuseWith("store_unavailable");
  group.fail(undefined);
});
