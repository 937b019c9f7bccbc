import { expect, test } from "vitest";
import type { LogLine } from "#shared/logs/contract.ts";
import { recordAround } from "../../../console/src/features/logs/around/record-around.ts";
import { messageOf } from "../../../console/src/features/logs/lines/line-text.ts";
import { markerOf } from "../../../console/src/features/logs/search/find-text.ts";
import { questionOf } from "../../../console/src/features/logs/search/log-filter.ts";
import { blockCache } from "../../../console/src/ui/rows/block-cache.ts";
import {
  type Geometry,
  longestSpacer,
  lowestTop,
  rowHeight,
  scrollOf,
  spacerOf,
  topAfter,
  topFor,
  visibleRows,
} from "../../../console/src/ui/rows/scaled-scroll.ts";
import { duration } from "../../../console/src/ui/values/duration.ts";
import { verifies } from "../../support/verifies.ts";

const geometries: readonly Geometry[] = [0, 1, 20, 40, 5_000, 399_999, 400_001, 1_050_010, 40_000_000].flatMap((rows) =>
  [0, 210, 640, 1_999].map((height) => ({ rows, height })),
);

test("the bar's spacer is never higher than browsers support", () => {
  for (const geometry of geometries) expect(spacerOf(geometry)).toBeLessThanOrEqual(longestSpacer);
});

test("for any window position, the bar leads back to it, exact to the row", () => {
  for (const geometry of geometries)
    for (const share of [0, 0.1, 0.5, 0.999, 1]) {
      const top = lowestTop(geometry) * share;
      const bar = scrollOf(geometry, top);
      // For long distances, as when the thumb is dragged: by ratio.
      const back = topAfter(geometry, 0, -10 * longestSpacer, bar);
      expect(Math.abs(back - top), JSON.stringify({ geometry, share })).toBeLessThan(
        Math.max(2, (lowestTop(geometry) / longestSpacer) * 2),
      );
    }
});

test("small moves of the bar move the same number of pixels, and both ends are exact", () => {
  const geometry = { rows: 1_050_010, height: 640 };
  expect(topAfter(geometry, 9_000_000, 3_400_000, 3_400_030)).toBe(9_000_030);
  expect(topAfter(geometry, 9_000_000, 3_400_000, 3_399_900)).toBe(8_999_900);
  expect(topAfter(geometry, 9_000_000, 3_400_000, 0)).toBe(0);
  expect(topAfter(geometry, 9_000_000, 3_400_000, longestSpacer - 640)).toBe(lowestTop(geometry));
});

test("the last row is visible at the end, and the first at the beginning", () => {
  for (const geometry of geometries.filter(({ rows, height }) => rows > 0 && height > 0)) {
    expect(visibleRows(geometry, lowestTop(geometry)).end).toBe(geometry.rows);
    expect(visibleRows(geometry, 0).first).toBe(0);
  }
});

test("a requested row is completely visible afterwards", () => {
  const geometry = { rows: 1_050_010, height: 645 };
  for (const row of [0, 1, 31, 32, 500_000, 1_050_009])
    for (const from of [0, 640, 10_000_000, lowestTop(geometry)])
      for (const place of ["near", "middle"] as const) {
        const top = topFor(geometry, row, from, place);
        expect(row * rowHeight).toBeGreaterThanOrEqual(top);
        expect((row + 1) * rowHeight).toBeLessThanOrEqual(top + geometry.height);
      }
  expect(topFor(geometry, 10, 100, "near")).toBe(100);
});

test("blocks are cached, the most recently used one longest", () => {
  const cache = blockCache<string>(10, 3);
  for (const number of [5, 15, 25]) cache.put(number, `row ${number}`);
  cache.touch(0);
  cache.put(35, "row 35");
  expect(cache.size).toBe(3);
  expect([5, 15, 25, 35].map((number) => cache.get(number))).toEqual(["row 5", undefined, "row 25", "row 35"]);
});

test("a block has missing rows until all visible ones are loaded", () => {
  const cache = blockCache<number>(10, 3);
  expect(cache.missing(8, 12)).toEqual([0, 1]);
  for (const number of [8, 9, 10]) cache.put(number, number);
  expect(cache.missing(8, 12)).toEqual([1]);
  expect(cache.missing(8, 11)).toEqual([]);
  expect(cache.missing(3, 3)).toEqual([]);
});

const line = (number: number, kind: LogLine["kind"]): LogLine => ({
  number,
  offset: number * 10,
  kind,
  text: `text ${number}`,
  isCut: false,
  isOpen: false,
  time: null,
  level: null,
  code: null,
  meaning: null,
  columns: {},
});

test("a line without a time belongs to the record above", () => {
  const kinds = ["heading", "record", "continuation", "continuation", "record"] as const;
  const lines = kinds.map((kind, number) => line(number, kind));
  for (const number of [1, 2, 3])
    expect(recordAround(lines, number)).toMatchObject({ first: { number: 1 }, more: [{ number: 2 }, { number: 3 }] });
  expect(recordAround(lines, 4)).toMatchObject({ first: { number: 4 }, more: [] });
  expect(recordAround(lines, 9)).toBeUndefined();
});

test("a row shows columns, and neither time nor level twice", () => {
  const columns = { Timestamp: "2026-11-20 09:00:00.000 +0000", Level: "Error", Code: "701", Message: "it\tbroke" };
  const text = Object.values(columns).join("\t");
  expect(messageOf({ text, kind: "record", time: "2026-11-20T09:00:00Z", level: "error", columns })).toBe(
    "701   it broke",
  );
  const own = {
    text: '{"time":"x","path":"/a"}',
    time: "2026-11-20T09:00:00Z",
    level: null,
    columns: { time: "x", path: "/a" },
  };
  expect(messageOf(own)).toBe("path=/a");
  const plain = {
    text: "2026-11-20 09:00:00.000 +0000 said this",
    time: "2026-11-20T09:00:00Z",
    level: null,
    columns: {},
  };
  expect(messageOf(plain)).toBe("said this");
});

verifies(
  "logs:console:rows",
  "short columns have the same width in every line, and the server's own name takes no width",
  () => {
    const row = (columns: Readonly<Record<string, string>>): string =>
      messageOf({ text: "", kind: "record", time: "2026-11-20T09:00:00Z", level: "info", columns: { ...columns } });
    const event = (Code: string) =>
      row({ Timestamp: "x", Level: "Information", Code, Host: "a-rather-long-name.acme.example", Message: "said" });
    expect([event("30"), event("1234"), event("")]).toEqual(["30    said", "1234  said", "      said"]);
    const call = { Error: "0", Client: "10.0.0.1", Account: "api", Method: "GET", Endpoint: "/fmi" };
    const other = {
      Error: "401",
      Client: "192.168.100.200",
      Account: "a longer account",
      Method: "DELETE",
      Endpoint: "/fmi",
    };
    expect(row(call).indexOf("GET")).toBe(row({ ...call, Error: "952", Client: "203.0.113.20" }).indexOf("GET"));
    // Nothing is truncated for it.
    expect(row(other)).toContain("192.168.100.200  a longer account  DELETE  /fmi");
  },
);

test("matches are marked, as text or as a pattern; an invalid pattern marks nothing", () => {
  expect(markerOf({ q: "a.b" })("xA.Bx a.b")).toEqual(["x", "A.B", "x ", "a.b", ""]);
  expect(markerOf({ q: "a.b", cs: true })("xA.Bx a.b")).toEqual(["xA.Bx ", "a.b", ""]);
  expect(markerOf({ q: "\\d+", re: true })("n 12 m 3")).toEqual(["n ", "12", " m ", "3", ""]);
  expect(markerOf({ q: "x*", re: true })("axa")).toEqual(["a", "x", "a"]);
  expect(markerOf({ q: "(?P<n>a", re: true })("aaa")).toEqual(["aaa"]);
  expect(markerOf({})("aaa")).toEqual(["aaa"]);
});

test("filters are sent in the service's format", () => {
  expect(questionOf({ line: 7, at: "2026-11-20T09:00:00.000Z", all: true })).toBeUndefined();
  expect(questionOf({ q: "x", re: true, level: "warning", not: "y", cs: true })).toEqual({
    text: "x",
    isPattern: "true",
    isCaseSensitive: "true",
    levels: "warning,error",
    exclude: "y",
  });
});

test("a duration is shown in its two largest units", () => {
  const texts = [0, 999, 1_000, 65_000, 3_600_000, 3_840_000, 90_000_000].map(duration);
  expect(texts).toEqual(["0 ms", "999 ms", "1 s", "1 min 5 s", "1 h", "1 h 4 min", "1 d 1 h"]);
});
