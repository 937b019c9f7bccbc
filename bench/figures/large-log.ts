import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { systemClock } from "../../local-runtime/clock.ts";
import { logFolder } from "../../shared/logs/folder/log-folder.ts";
import type { SearchWish } from "../../shared/logs/place.ts";
import { logPlace } from "../../shared/logs/reading/log-place.ts";
import type { Finding } from "../finding.ts";
import { needle, writeLargeLog } from "../logs/large-log-file.ts";
import type { Stage } from "../stage.ts";
import { median } from "../statistics.ts";

const name = "Access.log";
const rounds = 5;
const run = promisify(execFile);

/** A log of 10 GB: its end, the newest hits, and a search through all of it beside ripgrep, where that is there. */
export async function largeLog({ directory, plan }: Stage): Promise<Finding> {
  const sizeBytes = plan.logGigabytes * 1_000_000_000;
  const path = join(directory, name);
  await writeLargeLog(path, sizeBytes);
  const place = logPlace(logFolder({ folder: directory, isLog: (candidate) => candidate === name }), systemClock);

  const tail = await timed(async () => {
    let lines = 0;
    for (let page = await place.lines(name, { count: 1_000 }); page !== undefined && lines < 1_000; ) {
      lines += page.lines.length;
      page = await place.lines(name, { before: page.start, count: 1_000 - lines || 1 });
    }
  });
  const newest = await timed(() => found({ text: needle, limit: 1_000 }, 1_000));
  const full = await timed(() => found({ text: "a word that never comes", isCaseSensitive: true, limit: 1_000 }, 1));
  const ripgrep = await timed(async () => {
    // It exits with 1 when it finds nothing.
    await run("rg", ["-F", "--no-config", "a word that never comes", path]).catch(
      (thrown: { readonly code: unknown }) => {
        if (thrown.code !== 1) throw thrown;
      },
    );
  }).catch(() => undefined); // It is not on this machine.

  /** Goes on while a page is partial or full, until there are so many. */
  async function found(wish: SearchWish, wanted: number): Promise<void> {
    let hits = 0;
    for (let page = await place.search(name, wish); page !== undefined; ) {
      hits += page.records.length;
      if (hits >= wanted || page.next === null) return;
      page = await place.search(name, { ...wish, before: page.next });
    }
  }

  const values = { logTail: tail, logNewestHits: newest };
  return {
    values: ripgrep === undefined ? values : { ...values, logFullSearch: full / ripgrep },
    tables: [
      {
        title: `A log of ${plan.logGigabytes} GB`,
        columns: ["", "ms", "MB/s"],
        rows: [
          ["the last 1,000 lines", tail, ""],
          ["the newest 1,000 hits, one in 100 lines", newest, ""],
          ["literal search through all of it", full, sizeBytes / full / 1_000],
          ["ripgrep through all of it", ripgrep ?? Number.NaN, sizeBytes / (ripgrep ?? Number.NaN) / 1_000],
        ],
      },
    ],
    disturbed: [],
  };
}

/** The median of some rounds, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times);
}
