import type { Target, ValuesOf } from "../target.ts";

/** Targets of the console. Throttled means a processor that is four times as slow, with 9 Mbit/s and a latency of 170 ms. */
export const consoleTargets = {
  signInScript: { sentence: "sign-in: script, packed", unit: "KB", atMost: 140 },
  signInStyle: { sentence: "sign-in: style, packed", unit: "KB", atMost: 12 },
  signInRequests: { sentence: "sign-in: requests", unit: "requests", atMost: 15 },
  signInWire: { sentence: "sign-in: all of it over the wire", unit: "KB", atMost: 160 },
  keysWire: { sentence: "keys page: all of it over the wire", unit: "KB", atMost: 200 },
  paint: { sentence: "sign-in: first contentful paint", unit: "ms", atMost: 600 },
  paintThrottled: { sentence: "sign-in: first contentful paint, throttled", unit: "ms", atMost: 1_500 },
  keysUsable: { sentence: "keys page: usable", unit: "ms", atMost: 700 },
  keysUsableThrottled: { sentence: "keys page: usable, throttled", unit: "ms", atMost: 2_300 },
  pageChange: { sentence: "page change with everything in memory, slowest", unit: "ms", atMost: 100 },
  inputToPaint: { sentence: "input to paint on a processor four times as slow, slowest page", unit: "ms", atMost: 200 },
  logOpen: { sentence: "log of 1,050,010 lines: open", unit: "ms", atMost: 250 },
  logJump: { sentence: "log of 1,050,010 lines: jump anywhere, slowest", unit: "ms", atMost: 100 },
  logScrollRate: { sentence: "log of 1,050,010 lines: scroll", unit: "fps", atLeast: 55 },
  logScrollFrame: { sentence: "log of 1,050,010 lines: scroll, p95 of a frame", unit: "ms", atMost: 34 },
  logHeap: { sentence: "log of 1,050,010 lines: heap after jumps and scrolling", unit: "MB", atMost: 40 },
  logAppend: { sentence: "a line appended is on the screen", unit: "ms", atMost: 300 },
  logBurst: { sentence: "50,000 lines appended at once are on the screen", unit: "ms", atMost: 1_000 },
  heapGrowth: { sentence: "heap after 60 page changes", unit: "MB", atMost: 2 },
  tableSort: { sentence: "table of 10,000 rows: sort", unit: "ms", atMost: 100 },
  tableFilter: { sentence: "table of 10,000 rows: filter", unit: "ms", atMost: 100 },
  folderOpen: {
    sentence: "folder of 100,000 entries: open, with all of them in memory as well",
    unit: "ms",
    atMost: 500,
  },
  folderScrollRate: { sentence: "folder of 100,000 entries: scroll", unit: "fps", atLeast: 50 },
  folderScrollFrame: { sentence: "folder of 100,000 entries: scroll, p95 of a frame", unit: "ms", atMost: 34 },
  chartHome: { sentence: "a year of 300 keys' calls: Home's first chart", unit: "ms", atMost: 300 },
  chartHomeYears: { sentence: "a year of 300 keys' calls: Home's first chart, of two years", unit: "ms", atMost: 300 },
  chartKey: { sentence: "a year of 300 keys' calls: first chart of a key's page", unit: "ms", atMost: 300 },
  chartKeyYears: {
    sentence: "a year of 300 keys' calls: first chart of a key's page, of two years",
    unit: "ms",
    atMost: 300,
  },
  chartScrollRate: { sentence: "charts of 60,000 points: scroll", unit: "fps", atLeast: 55 },
  chartScrollFrame: { sentence: "charts of 60,000 points: scroll, p95 of a frame", unit: "ms", atMost: 34 },
  chartInput: {
    sentence: "charts of 60,000 points: input to paint on a processor four times as slow, slowest",
    unit: "ms",
    atMost: 200,
  },
} as const satisfies Record<string, Target>;

export type ConsoleValues = ValuesOf<typeof consoleTargets>;
