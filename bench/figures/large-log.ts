import { execFile } from "node:child_process";
import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Finding } from "../finding.ts";
import { writeLargeLog } from "../logs/large-log-file.ts";
import { measuredReading } from "../logs/measured-reading.ts";
import type { Reading, ReadingReport } from "../logs/reading-report.ts";
import { throughAgent } from "../logs/through-agent.ts";
import type { Stage } from "../stage.ts";
import { median } from "../statistics.ts";

const name = "Access.log";
/** Disk space that has to stay free in addition to the log, in bytes. */
const spareBytes = 2_000_000_000;
const rounds = { short: 15, long: 3 } as const;
/** Number of turns of ripgrep and Latchkey: a machine has longer slow periods. */
const turns = 3;
const run = promisify(execFile);

/** Measures a log of 10 GB: its end, the newest matches, a search through all of it compared with ripgrep, if installed, and a download. */
export async function largeLog(stage: Stage): Promise<Finding> {
  const sizeBytes = stage.plan.logGigabytes * 1_000_000_000;
  const title = `A log of ${stage.plan.logGigabytes} GB`;
  const { bavail, bsize } = await statfs(stage.directory);
  const freeBytes = bavail * bsize;
  if (freeBytes < sizeBytes + spareBytes) return diskTooSmall(title, freeBytes);

  const serverPath = join(stage.directory, "server");
  const folder = join(serverPath, "Logs");
  await mkdir(folder, { recursive: true });
  await writeLargeLog(join(folder, name), sizeBytes);

  const read = (reading: Reading, many: number) =>
    measuredReading({ folder, name, reading, rounds: many, cores: stage.cores?.all });
  const tail = await read("tail", rounds.short);
  const newest = await read("newest", rounds.short);
  const inTurns = async (reading: Reading, words: readonly string[]) => {
    const ours: ReadingReport[] = [];
    const theirs: (number | undefined)[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      ours.push(await read(reading, rounds.long));
      theirs.push(await ripgrepMs(join(folder, name), words));
    }
    return {
      ms: median(ours.map(({ ms }) => ms)),
      peakMegabytes: Math.max(...ours.map((report) => report.peakMegabytes)),
      ripgrepMs: theirs.includes(undefined) ? undefined : median(theirs.map(Number)),
    };
  };
  const full = await inTurns("full", []);
  const ignoringCase = await inTurns("ignoring-case", ["--ignore-case"]);
  const through = await throughAgent(stage, serverPath, name);

  const speed = (ms: number) => sizeBytes / ms / 1_000;
  const peaks = [tail, newest, full, ignoringCase].map(({ peakMegabytes }) => peakMegabytes);
  const values = { logTail: tail.ms, logNewestHits: newest.ms, logPeakMemory: Math.max(...peaks) };
  return {
    values: full.ripgrepMs === undefined ? values : { ...values, logFullSearch: full.ms / full.ripgrepMs },
    tables: [
      {
        title,
        columns: ["", "ms", "MB/s", "peak MB"],
        rows: [
          ["the last 1,000 lines", tail.ms, "", tail.peakMegabytes],
          ["the newest 1,000 hits, one in 100 lines", newest.ms, "", newest.peakMegabytes],
          ["literal search through all of it", full.ms, speed(full.ms), full.peakMegabytes],
          ["ripgrep through all of it", full.ripgrepMs ?? Number.NaN, speed(full.ripgrepMs ?? Number.NaN), ""],
          ["… whatever the case", ignoringCase.ms, speed(ignoringCase.ms), ignoringCase.peakMegabytes],
          [
            "ripgrep, whatever the case",
            ignoringCase.ripgrepMs ?? Number.NaN,
            speed(ignoringCase.ripgrepMs ?? Number.NaN),
            "",
          ],
        ],
      },
      {
        title: "A host's logs through service and agent, on one machine",
        columns: ["", "", ""],
        rows: [
          ["round trip of one line, p50 and p99, ms", through.roundTripP50, through.roundTripP99],
          [
            `download of ${stage.plan.logGigabytes} GB, MB/s, and growth of both, MB`,
            through.downloadMegabytesPerSecond,
            through.downloadGrowthMegabytes,
          ],
        ],
      },
    ],
    disturbed: [],
  };
}

/** Returns a table that reports the reason, so that an empty row isn't taken for a good result. */
function diskTooSmall(title: string, freeBytes: number): Finding {
  const free = `the disk has ${(freeBytes / 1e9).toFixed(1)} GB left`;
  return { values: {}, tables: [{ title: `${title}: NOT MEASURED, ${free}`, columns: [""], rows: [] }], disturbed: [] };
}

/** Returns the median of several rounds; undefined without ripgrep. */
async function ripgrepMs(path: string, words: readonly string[]): Promise<number | undefined> {
  const times: number[] = [];
  for (let round = 0; round < rounds.long; round += 1) {
    const begun = performance.now();
    try {
      await run("rg", ["-F", "--no-config", ...words, "a word that never comes", path]);
    } catch (thrown) {
      const { code } = thrown as { readonly code: unknown };
      if (code === "ENOENT") return undefined;
      // Exit code 1 means no matches.
      if (code !== 1) throw thrown;
    }
    times.push(performance.now() - begun);
  }
  return median(times);
}
