import { readFileSync } from "node:fs";
import { logFolder } from "#shared/logs/folder/log-folder.ts";
import type { SearchQuery } from "#shared/logs/log-reader.ts";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { systemClock } from "#shared/node/clock.ts";
import { median } from "../statistics.ts";
import { needle } from "./large-log-file.ts";
import type { Reading, ReadingReport } from "./reading-report.ts";

// Reads a log like the agent, in a separate process to measure its memory:
// node bench/logs/reading-process.ts <folder> <name> <tail|newest|full|ignoring-case> <rounds>
const [folder = "", name = "", reading = "tail", rounds = "1"] = process.argv.slice(2);
const source = fileLogBackend(logFolder({ folder, isLog: (candidate) => candidate === name }), systemClock);

const work: Readonly<Record<Reading, () => Promise<void>>> = {
  tail,
  newest: () => found({ text: needle, limit: 1_000 }, 1_000),
  full: () => found({ text: "a word that never comes", isCaseSensitive: true, limit: 1_000 }, 1),
  "ignoring-case": () => found({ text: "a word that never comes", limit: 1_000 }, 1),
};

const times: number[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const begun = performance.now();
  await work[reading as Reading]();
  times.push(performance.now() - begun);
}
const report: ReadingReport = { ms: median(times), peakMegabytes: peakMegabytes() };
process.stdout.write(`${JSON.stringify(report)}\n`);

/** Returns the peak memory of this program. The system's own value starts with that of the parent process, so it is at least as large. */
function peakMegabytes(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return (Number(kilobytes) * 1_024) / 1e6;
}

/** Reads the last 1,000 lines, which are more than one page of the link. */
async function tail(): Promise<void> {
  let lines = 0;
  for (let page = await source.lines(name, { count: 1_000 }); page !== undefined && lines < 1_000; ) {
    lines += page.lines.length;
    page = await source.lines(name, { before: page.start, count: 1_000 - lines || 1 });
  }
}

/** Continues after partial or full pages until there are `wanted` matches. */
async function found(query: SearchQuery, wanted: number): Promise<void> {
  let hits = 0;
  for (let page = await source.search(name, query); page !== undefined; ) {
    hits += page.records.length;
    if (hits >= wanted || page.next === null) return;
    page = await source.search(name, { ...query, reached: page.next });
  }
}
