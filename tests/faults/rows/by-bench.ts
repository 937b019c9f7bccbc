import type { FaultId } from "../matrix.ts";
import type { FaultRow } from "../row.ts";
import { ran } from "../support/programs.ts";

/** Rows about size. The bench measures them beside the same with little, and fails where a target is missed. */
export const rowsByBench: readonly FaultRow[] = [
  row("N1", "100,000 keys: checks of keys, the list and the memory as with 100", "many-keys"),
  row("N2", "a log of 10 GB: its end, its newest hits and a search through all of it, in little memory", "large-log"),
  row(
    "N4",
    "10,000 clients that leave at any moment: alive, nothing left open at the server, no descriptors lost",
    "leaving-clients",
  ),
  {
    id: "W3",
    measures: true,
    sentence: "10,000 events to ten receivers, one dead and one slow: the others get theirs within five seconds",
    run: async (fault) => void (await ran(fault, ["bench/start.ts", "webhooks"])),
  },
];

function row(id: FaultId, sentence: string, figure: string): FaultRow {
  return {
    id,
    sentence,
    measures: true,
    run: async (fault) => void (await ran(fault, ["bench/start.ts", "proxy", "--only", figure])),
  };
}
