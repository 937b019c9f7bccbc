import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { disturbingCores, watchForeignLoad } from "../../../bench/machine/foreign-load.ts";
import { type Fault, type LiveRow, NotTriable } from "../row.ts";
import { ran } from "../support/programs.ts";

/** Rows about large sizes. The bench compares them with small ones, and fails if a target is missed. */
export const rowsByBench: readonly LiveRow[] = [
  row("N1", "100,000 keys: key checks, the list, and memory use as with 100", ["proxy", "--only", "many-keys"]),
  {
    ...row("N2", "a log of 10 GB: its end, its latest matches, and a search through all of it, in little memory", [
      "proxy",
      "--only",
      "large-log",
    ]),
    missing: () => withoutSpace(12),
  },
  row("N4", "10,000 clients that disconnect at any time: alive, nothing left open at the server, no descriptors lost", [
    "proxy",
    "--only",
    "leaving-clients",
  ]),
  row("W3", "10,000 events to ten receivers, one dead and one slow: the others get theirs within five seconds", [
    "webhooks",
    "--only",
    "outgoing",
  ]),
];

function row(id: LiveRow["id"], sentence: string, words: readonly string[]): LiveRow {
  return { id, sentence, measures: true, run: (fault) => measured(fault, words) };
}

/** Runs a bench. @throws NotTriable if targets were missed while other programs used the machine, which says nothing about the product */
async function measured(fault: Fault, words: readonly string[]): Promise<void> {
  const foreignCores = watchForeignLoad();
  try {
    await ran(fault, ["bench/start.ts", ...words]);
  } catch (thrown) {
    const cores = foreignCores();
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    const missed = text.match(/^missed: .*$/gm);
    if (cores <= disturbingCores || missed === null || /^\S+ failed: /m.test(text)) throw thrown;
    throw new NotTriable(`Other programs took ${cores.toFixed(1)} cores meanwhile. ${missed.join("; ")}`);
  }
}

function withoutSpace(gigabytes: number): string | undefined {
  const { bavail, bsize } = statfsSync(tmpdir());
  const free = (bavail * bsize) / 1e9;
  return free >= gigabytes ? undefined : `It needs ${gigabytes} GB, and the disk has ${free.toFixed(0)} GB left`;
}
