import { expect } from "vitest";
import { serverReadingsIn } from "../../local-agent/statistics/server-readings.ts";
import { placeOf, topCallLinesIn } from "../../local-agent/statistics/top-call-lines.ts";
import { TopCalls } from "../../local-agent/statistics/top-calls.ts";
import { verifies } from "../support/verifies.ts";
import { statsHeader, statsLine, topCallHeader, topCallLine } from "./support/statistics-lines.ts";

const at = Date.UTC(2026, 10, 20, 8, 15, 2, 114);

verifies("usage:statistics:lines", () => {
  const line = statsLine(
    "2026-11-20 09:15:02.114 +0100",
    [12, 340, 5, 7, 98, 3, 4, 9, 1, 2, 6, 88, 3, 15_200, 1_200, -40, 5],
  );
  const read = serverReadingsIn(statsHeader)(line);
  expect(read).toEqual({
    at,
    values: {
      networkIn: 12 * 1024,
      networkOut: 340 * 1024,
      diskRead: 5 * 1024,
      diskWritten: 7 * 1024,
      cacheHit: 98,
      cacheUnsaved: 3,
      proClients: 4,
      openFiles: 9,
      odbcClients: 1,
      webDirectClients: 2,
      customWebClients: 6,
      remoteCalls: 88,
      remoteCallsInProgress: 3,
      elapsedPerCall: 15.2,
      waitPerCall: 1.2,
      // FileMaker Server occasionally writes such values.
      ioPerCall: 0,
      goClients: 5,
      clients: 18,
    },
  });
  // Windows, and a log that begins with a byte order mark.
  expect(serverReadingsIn(`\uFEFF${statsHeader}`)(`${line}\r`)).toEqual(read);
});

verifies("usage:statistics:columns", () => {
  const cells = (text: string) => text.split("\t");
  const line = statsLine("2026-11-20 09:15:02.114 +0100", [1, 2, 3, 4, 98, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  const usual = serverReadingsIn(statsHeader)(line);
  // Another order, and an additional column.
  const [time = "", ...names] = cells(statsHeader);
  const [moment = "", ...values] = cells(line);
  const turned = serverReadingsIn([time, "Something New", ...names.reverse()].join("\t"));
  expect(turned([moment, "1000", ...values.reverse()].join("\t"))).toEqual(usual);
  // In other languages, the columns have the usual order.
  expect(serverReadingsIn("Zeitstempel\tNetzwerk")(line)).toEqual(usual);
  // A truncated line has its existing values, and other lines have none.
  expect(serverReadingsIn(statsHeader)(cells(line).slice(0, 3).join("\t"))?.values).toEqual({
    networkIn: 1024,
    networkOut: 2048,
  });
  for (const none of [statsHeader, "", "no moment\t1\t2", "2026-11-20 09:15:02.114 +0100\t\t-"])
    expect(serverReadingsIn(statsHeader)(none)).toBeUndefined();
});

const calls = (lines: readonly string[], by?: Parameters<TopCalls["slowest"]>[1], top = 10) => {
  const found = new TopCalls();
  const read = topCallLinesIn(topCallHeader);
  for (const line of lines) {
    const one = read(line);
    if (one !== undefined) found.add(one);
  }
  return found.slowest(top, by);
};

verifies("usage:top-calls:once", () => {
  // It ran for 70 seconds, from 08:14:02 on, in a server that had started at 08:00.
  const long = { start: 842, operation: "Find", target: "Contacts::List", client: "Jo (mac-12) [10.0.0.5]" };
  const found = calls([
    topCallHeader,
    topCallLine("2026-11-20 08:14:30.000 +0000", {
      ...long,
      operation: "Find (Indexing 10%)",
      total: 28,
      wait: 1,
      io: 4,
    }),
    topCallLine("2026-11-20 08:15:00.000 +0000", {
      ...long,
      operation: "Find (Indexing 80%)",
      total: 58,
      wait: 2,
      io: 5,
    }),
    topCallLine("2026-11-20 08:15:30.000 +0000", { ...long, end: 912, total: 70, wait: 0, io: 6 }),
    // The same seconds after another start are another call.
    topCallLine("2026-11-20 10:14:30.000 +0000", { ...long, end: 843, total: 1, wait: 0, io: 0 }),
    // Still running when it was last written.
    topCallLine("2026-11-20 10:15:00.000 +0000", {
      start: 890,
      operation: "Sort",
      target: "Orders::table(181)::field(4)",
      client: "api",
      total: 10,
      wait: 0,
      io: 0,
    }),
  ]);
  expect(found.callCount).toBe(3);
  const [first, second, third] = found.calls;
  expect(first).toMatchObject({
    startedAt: Date.UTC(2026, 10, 20, 8, 14, 2),
    isRunning: false,
    operation: "Find",
    file: "Contacts",
    layout: "List",
    table: null,
    elapsedMs: 70_000,
    waitMs: 3_000,
    ioMs: 15_000,
  });
  expect(second).toMatchObject({
    isRunning: true,
    file: "Orders",
    table: "table(181)",
    layout: null,
    elapsedMs: 10_000,
  });
  expect(third).toMatchObject({ elapsedMs: 1_000, startedAt: Date.UTC(2026, 10, 20, 10, 14, 29) });
});

verifies("usage:top-calls:groups", () => {
  const one = (target: string, client: string, total: number, start: number) =>
    topCallLine("2026-11-20 08:15:00.000 +0000", {
      start,
      end: start + total,
      operation: "Find",
      target,
      client,
      total,
      wait: 0,
      io: 0,
    });
  const lines = [
    one("Contacts::List", "Jo", 3, 100),
    one("Contacts::List", "Jo", 4, 110),
    one("Orders::List", "api", 5, 120),
    one("Orders::181::7", "api", 1, 130),
  ];
  const named = (by: Parameters<TopCalls["slowest"]>[1]) =>
    calls(lines, by).groups.map(({ name, file, calls: count, elapsedMs, longestMs }) => [
      name,
      file,
      count,
      elapsedMs,
      longestMs,
    ]);
  expect(named("file")).toEqual([
    ["Contacts", null, 2, 7_000, 4_000],
    ["Orders", null, 2, 6_000, 5_000],
  ]);
  expect(named("layout")).toEqual([
    ["List", "Contacts", 2, 7_000, 4_000],
    ["List", "Orders", 1, 5_000, 5_000],
  ]);
  expect(named("table")).toEqual([["181", "Orders", 1, 1_000, 1_000]]);
  expect(named("client")).toEqual([
    ["Jo", null, 2, 7_000, 4_000],
    ["api", null, 2, 6_000, 5_000],
  ]);
  expect(calls(lines, "file", 1)).toMatchObject({ callCount: 4, groupCount: 2, groups: [{ name: "Contacts" }] });
  expect(calls(lines, "file", 1).calls.map(({ target }) => target)).toEqual(["Orders::List"]);
  expect(placeOf("Contacts")).toEqual({ file: "Contacts", table: null, layout: null });
});
