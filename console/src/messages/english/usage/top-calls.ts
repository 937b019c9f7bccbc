import { plural } from "../../plural.ts";

/** FileMaker Server's slowest calls. */
export const topCallMessages = {
  title: "Slowest calls",
  text: "From FileMaker Server's TopCallStats.log: up to 25 of the longest calls per half minute.",
  off: "Recording is off. Its cost isn't published. It writes up to 25 lines per half minute, or 72,000 a day, which contain client names (personal data). Turn it on while you investigate a problem.",
  waiting: "Recording is on. The first calls appear within half a minute.",
  none: "No calls recorded in this time range.",
  switchOn: "Turn on slowest calls",
  switchOff: "Turn off",
  by: "By",
  groupings: { file: "File", table: "Table", layout: "Layout", client: "Client", each: "Each call" },
  range: "Time range",
  ranges: { "15": "15 min", "60": "1 h", "360": "6 h", "1440": "24 h" },
  columns: {
    calls: "Calls",
    together: "Total",
    longest: "Longest",
    waiting: "Wait",
    disk: "Disk",
    network: "Network",
    operation: "Operation",
    client: "Client",
    took: "Duration",
    began: "Started",
  },
  in: (file: string) => `in ${file}`,
  runs: "in progress",
  noName: "Unnamed",
  counted: (calls: number) => `${plural(calls, "call", "calls")} in total`,
  more: (shown: number, all: number) => `${shown} of ${all}`,
  partial: "Too many lines: only the first ones are shown. Choose a shorter time.",
} as const;
