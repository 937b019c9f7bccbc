import { plural } from "../../plural.ts";

/** FileMaker Server's slowest calls. */
export const topCallMessages = {
  title: "Slowest calls",
  text: "What FileMaker Server writes into TopCallStats.log: at most the 25 longest of each half a minute.",
  off: "FileMaker Server does not write them down. What that costs is not published: up to 25 lines every half a minute, 72,000 a day, the largest log of a server that was looked at. Those who use it switch it on while they look for something, and off again afterwards. Its lines name clients, which is personal data.",
  waiting: "They are written from now on. The first lines come within half a minute.",
  none: "Nothing was written in this time.",
  switchOn: "Switch slowest calls on",
  switchOff: "Switch off",
  by: "By",
  groupings: { file: "File", table: "Table", layout: "Layout", client: "Client", each: "Each call" },
  range: "Time",
  ranges: { "15": "15 min", "60": "1 h", "360": "6 h", "1440": "24 h" },
  columns: {
    calls: "Calls",
    together: "Together",
    longest: "Longest",
    waiting: "Waiting",
    disk: "Disk",
    network: "Network",
    operation: "Operation",
    client: "Client",
    took: "Took",
    began: "Began",
  },
  in: (file: string) => `in ${file}`,
  runs: "goes on",
  noName: "No name",
  counted: (calls: number) => `${plural(calls, "call", "calls")} in all`,
  more: (shown: number, all: number) => `${shown} of ${all}`,
  partial: "There are more lines than are read at once: these are of the beginning. Choose a shorter time.",
} as const;
