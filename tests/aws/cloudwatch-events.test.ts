import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { EventRange, LogEvent } from "#shared/ports/logs/log-events.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { aLogGroup, logGroup } from "../logs/support/a-log-group.ts";

const group = await aLogGroup({ scanned: 3 });
afterAll(() => group.close());
const at = Date.UTC(2026, 10, 20, 9);
for (let number = 0; number < 7; number += 1) {
  const level = number === 6 ? "error" : "info";
  group.put(at + number, `{"time":"x","level":"${level}","number":${number}}\n`);
}
let before = 0;
beforeEach(() => {
  before = group.asked.length;
});
const asked = () => group.asked.slice(before);

async function all(range: EventRange): Promise<readonly (readonly LogEvent[])[]> {
  const pages: (readonly LogEvent[])[] = [];
  for await (const page of group.events.read(range)) pages.push(page);
  return pages;
}
const numbers = (pages: readonly (readonly LogEvent[])[]) => pages.map((page) => page.map((event) => event.at - at));

test("lines are requested by time and level, page by page, to the end", async () => {
  const pages = await all({ from: at, to: at + 60_000, level: "info" });
  expect(numbers(pages)).toEqual([[0, 1, 2], [3, 4, 5], []]);
  const input = {
    logGroupName: logGroup,
    startTime: at,
    endTime: at + 60_000,
    limit: 10_000,
    startFromHead: true,
    filterPattern: '{ $.level = "info" }',
  };
  expect(asked()).toEqual([
    { operation: "FilterLogEvents", input },
    { operation: "FilterLogEvents", input: { ...input, nextToken: "f3" } },
    { operation: "FilterLogEvents", input: { ...input, nextToken: "f6" } },
  ]);
});

test("on request, the newest come first, and no more than needed are read", async () => {
  const pages = group.events.read({ from: at, to: at + 5, newestFirst: true, pageSize: 2 });
  expect((await pages.next()).value?.map((event: LogEvent) => event.at - at)).toEqual([5, 4]);
  await pages.return(undefined);
  expect(asked()).toEqual([
    {
      operation: "FilterLogEvents",
      input: { logGroupName: logGroup, startTime: at, endTime: at + 5, limit: 2, startFromHead: false },
    },
  ]);
});

test("a line has no line ending, and a time range that ends before its start requests nothing", async () => {
  expect((await all({ from: at, to: at })).flat()).toEqual([
    { id: expect.any(String), at, text: '{"time":"x","level":"info","number":0}' },
  ]);
  before = group.asked.length;
  expect(await all({ from: at, to: at - 1 })).toEqual([]);
  expect(asked()).toEqual([]);
});

test("the size is that of the group itself, not of others with the same prefix", async () => {
  const facts = await group.events.facts();
  expect(facts.modifiedAt).toBe(at + 6);
  expect(facts.sizeBytes).toBeGreaterThan(7 * 26);
  expect(asked()).toEqual([
    { operation: "DescribeLogGroups", input: { logGroupNamePrefix: logGroup } },
    {
      operation: "DescribeLogStreams",
      input: { logGroupName: logGroup, orderBy: "LastEventTime", descending: true, limit: 1 },
    },
  ]);
});

test("a throttled call is retried", async () => {
  group.fail({ status: 400, name: "ThrottlingException" }, 2);
  expect(numbers(await all({ from: at, to: at }))).toEqual([[0]]);
  expect(asked()).toHaveLength(3);
});

test("if CloudWatch doesn't respond, the store is reported as unavailable, after three calls", async () => {
  onTestFinished(() => group.fail(undefined));
  group.fail({ status: 500, name: "InternalFailure" });
  await expect(all({ from: at, to: at })).rejects.toThrow(StoreUnavailable);
  expect(asked()).toHaveLength(3);
});
