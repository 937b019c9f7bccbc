import { writeFile } from "node:fs/promises";
import * as z from "zod";
import { MachineFacts, machineFacts, machineLine } from "../machine/facts.ts";
import { openRunDirectory } from "../machine/run-directory.ts";
import { withResources } from "../machine/with-resources.ts";
import { heldTo, missedLines, Verdict, verdictTable } from "../report.ts";
import { keptRun, runText } from "../run-file.ts";
import { markdown, printed, shown } from "../shown.ts";
import { changingPages } from "./changing-pages.ts";
import { charts } from "./charts.ts";
import { largeFolder } from "./large-folder.ts";
import { largeTable } from "./large-table.ts";
import { loading } from "./loading.ts";
import { longLog } from "./long-log.ts";
import { longLogFolder, runningConsole } from "./running-console.ts";
import { type ConsoleValues, consoleTargets } from "./targets.ts";
import { yearOfUsage } from "./year-of-usage.ts";

/** Result of the console's bench. */
export const ConsoleRun = z.object({
  bench: z.literal("console"),
  measuredAt: z.iso.datetime(),
  machine: MachineFacts,
  seconds: z.number(),
  verdicts: z.array(Verdict),
});
export type ConsoleRun = z.infer<typeof ConsoleRun>;

/** File of the last run. */
const RUN_FILE = new URL("../results/console.json", import.meta.url);

/** Measures the console in Chromium with a service as `npm start` runs it, against all limits. */
export async function benchConsole(print: (text: string) => void): Promise<ConsoleRun> {
  const startedAt = performance.now();
  const machine = machineFacts();
  const measuredAt = new Date().toISOString();
  print(machineLine(machine));
  const values = await withResources(async (use) => {
    const directory = use(openRunDirectory()).path;
    const console = await runningConsole(use, await longLogFolder(directory));
    const takes = [loading, changingPages, longLog, largeTable, largeFolder].map((take) => () => take(console));
    const ofCharts = async () => charts(await runningConsole(use, await yearOfUsage(directory, Date.now())));
    let found: ConsoleValues = {};
    for (const take of [...takes, ofCharts]) {
      found = { ...found, ...(await take()) };
      print(
        Object.entries(found)
          .map(([name, value]) => `${name} ${shown(value)}`)
          .join(", "),
      );
    }
    return found;
  });
  const verdicts = heldTo(consoleTargets, values);
  print(printed(verdictTable(verdicts)));
  for (const line of missedLines(verdicts)) print(line);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return { bench: "console", measuredAt, machine, seconds, verdicts };
}

export async function keepConsoleRun(run: ConsoleRun): Promise<void> {
  await writeFile(RUN_FILE, runText(run));
}

/** Returns the console's part of `docs/benchmarks.md`, from the stored run. Empty if there is none. */
export async function consolePart(): Promise<string> {
  const run = await keptRun(RUN_FILE, ConsoleRun);
  if (run === undefined) return "";
  const { verdicts, measuredAt, machine, seconds } = run;
  const missed = missedLines(verdicts).map((line) => `- ${line}`);
  return [
    "## The console",
    "`npm run bench console` opens the console in headless Chromium without a GPU, with the service from `npm start` on the same machine. Throttled means a processor four times as slow, 9 Mbit/s and 170 ms latency. Times are medians if they can be repeated.",
    markdown({ ...verdictTable(verdicts), title: "The console against its limits" }),
    ...(missed.length === 0 ? [] : [missed.join("\n")]),
    `On ${measuredAt.slice(0, 10)}, in ${seconds} s: ${machineLine(machine)}.`,
  ].join("\n\n");
}
