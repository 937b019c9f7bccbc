import type { CommandName, FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { leadingTime } from "#shared/logs/format/log-time.ts";
import type { LogBytes, LogReader } from "#shared/logs/log-reader.ts";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import type { Clock } from "../clock.ts";
import { reportHost } from "../commands/report-host.ts";
import type { Host } from "../host.ts";
import { hostLogFolders } from "../logs/host-log-folders.ts";
import { Refused } from "../refused.ts";
import { machineReadings } from "./machine.ts";
import { serverProcess } from "./server-process.ts";
import { type ServerReadings, serverReadingsIn } from "./server-readings.ts";
import { topCallLinesIn } from "./top-call-lines.ts";
import { TopCalls } from "./top-calls.ts";

type StatisticsCommand = Extract<CommandName, `statistics.${string}`>;
type StatisticsCommands = { readonly [Name in StatisticsCommand]: (fields: FieldsOf<Name>) => Promise<ReplyOf<Name>> };
type Logs = LogReader & LogBytes;

const minuteMs = 60_000;
/** Milliseconds after its own time by which a line is on disk. */
const quietPeriodMs = 5_000;
/** Maximum number of readings in a reply. */
const maxReadings = 150;
/** Maximum number of call lines. A day has at most 72,000 with FileMaker Server's default settings. */
const maxCallLines = 100_000;
const linesPerPage = 1_000;
/** Maximum length of a log's heading in bytes. */
const headingBytes = 4_096;

/** Commands for FileMaker Server's statistics and this machine's properties. */
export function statisticsCommands(host: Host, clock: Clock): StatisticsCommands {
  const logs = fileLogBackend(hostLogFolders(host), clock);
  const machine = machineReadings();

  return {
    async "statistics.read"({ from }) {
      const now = clock.now();
      const end = beginningOf(now - quietPeriodMs);
      const readings: ServerReadings[] = [];
      for await (const line of linesBetween(logs, { stem: "Stats", from, to: end }, serverReadingsIn)) {
        readings.push(line);
        if (readings.length > maxReadings) break;
      }
      // Only complete minutes: the last one may have more lines.
      const last = readings.length > maxReadings ? readings.at(-1) : undefined;
      const to = last === undefined ? Math.max(from, end) : beginningOf(last.at);
      const { folders } = await reportHost(host);
      return {
        to,
        readings: readings.filter(({ at }) => at < to),
        host: { at: now, values: machine() },
        disks: folders.flatMap(({ root, freeBytes, totalBytes }) =>
          freeBytes === null || totalBytes == null ? [] : [{ folder: root, freeBytes, totalBytes }],
        ),
        lastServerLine: await lastTime(logs, "Stats.log"),
        lastTopCallLine: await lastTime(logs, "TopCallStats.log"),
        serverProcess: await serverProcess(host, clock),
      };
    },

    async "statistics.topCalls"({ from, to, by, top }) {
      const calls = new TopCalls();
      let lines = 0;
      for await (const line of linesBetween(logs, { stem: "TopCallStats", from, to }, topCallLinesIn)) {
        lines += 1;
        if (lines > maxCallLines) break;
        calls.add(line);
      }
      return { ...calls.slowest(top, by), isPartial: lines > maxCallLines };
    },
  };
}

/** Yields parsed lines of a time range, including those of the log before the last rotation, oldest first. @throws Refused rotated */
async function* linesBetween<Line>(
  logs: Logs,
  { stem, from, to }: { readonly stem: string; readonly from: number; readonly to: number },
  readerOf: (firstLine: string) => (line: string) => Line | undefined,
): AsyncGenerator<Line> {
  for (const name of [`${stem}-old.log`, `${stem}.log`]) {
    const beginning = await logs.read(name, 0, headingBytes);
    if (beginning === undefined) continue;
    const read = readerOf(beginning.bytes.toString("utf8").split(/\r?\n/, 1)[0] ?? "");
    const query = { from, to, isForwards: true, limit: linesPerPage };
    let page = await logs.search(name, query);
    while (page !== undefined) {
      // The rest has another name now, under which the next call reads it.
      if (page.isRotated) throw new Refused("rotated", `${name} was rotated or cleared`);
      for (const { text } of page.records) {
        const line = read(text);
        if (line !== undefined) yield line;
      }
      page = page.next === null ? undefined : await logs.search(name, { ...query, reached: page.next });
    }
  }
}

/** Returns the time of a log's last line, or null if there is none. */
async function lastTime(logs: Logs, name: string): Promise<number | null> {
  const page = await logs.search(name, { limit: 1 });
  return leadingTime(page?.records[0]?.text ?? "") ?? null;
}

function beginningOf(moment: number): number {
  return moment - (moment % minuteMs);
}
