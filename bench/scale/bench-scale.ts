import { readdirSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Table } from "../finding.ts";
import { storeKeys } from "../keys/stored-keys.ts";
import { type Cores, claimCores } from "../machine/cores.ts";
import { MachineFacts, machineFacts, machineLine } from "../machine/facts.ts";
import { freePort } from "../machine/free-port.ts";
import { residentMegabytes } from "../machine/process-reading.ts";
import { openRunDirectory } from "../machine/run-directory.ts";
import { withResources } from "../machine/with-resources.ts";
import { startLatchkeyOn } from "../peers/latchkey.ts";
import { heldTo, missedLines, Verdict, verdictTable } from "../report.ts";
import { keptRun, runText, TableShape } from "../run-file.ts";
import { markdown, printed } from "../shown.ts";
import { firstAnswer } from "../starts/first-answer.ts";
import { median } from "../statistics.ts";
import { filledFolder } from "./filled-folder.ts";
import { everyFirstPage, narrowedFirstPages, type TimedPage } from "./first-pages.ts";
import { startServerOf } from "./many-files.ts";
import type { ScalePlan } from "./plan.ts";
import { type ScaleValues, scaleTargets } from "./targets.ts";

/** Result of the scale bench. */
const ScaleRun = z.object({
  bench: z.literal("scale"),
  measuredAt: z.iso.datetime(),
  machine: MachineFacts,
  pinned: z.boolean(),
  seconds: z.number(),
  /** Description of the stored data, and the size of the data folder. */
  stored: z.string(),
  verdicts: z.array(Verdict),
  tables: z.array(TableShape),
});
export type ScaleRun = z.infer<typeof ScaleRun>;

/** File of the last full run. */
const RUN_FILE = new URL("../results/scale.json", import.meta.url);

interface Sides {
  readonly origin: string;
  readonly cores: Cores | undefined;
  readonly plan: ScalePlan;
}

/** Measures a large installation's work of a month in one data folder: all lists, the start, and the memory. */
export async function benchScale(plan: ScalePlan, print: (text: string) => void): Promise<ScaleRun> {
  const startedAt = performance.now();
  const machine = machineFacts();
  const measuredAt = new Date().toISOString();
  const cores = claimCores();
  print(machineLine(machine));
  const tables: Table[] = [];
  const show = (table: Table) => {
    tables.push(table);
    print(printed(table));
  };
  let stored = "";
  const values = await withResources(async (use): Promise<ScaleValues> => {
    const directory = use(openRunDirectory()).path;
    const server = use(await startServerOf(plan.files, join(directory, "server"), cores?.load));
    const sides: Sides = { origin: server.readiness, cores, plan };
    const empty = await storeKeys(directory, 1);
    const dataFolder = await filledFolder(plan.folder ?? directory, plan, Date.now());
    const gigabytes = Math.round(megabytesOf(dataFolder) / 100) / 10;
    stored = `${plan.keys} keys, ${plan.files} files with a note each, ${plan.deliveries} deliveries, ${plan.auditEntries} entries of the audit trail and ${plan.processes} processes, ${gigabytes} GB in all`;
    print(stored);
    const before = await readAll(sides, empty.dataFolder);
    const after = await readAll(sides, dataFolder);
    show({
      title: "First pages of all lists",
      columns: ["", "p50 ms", "p95 ms", "slowest ms", "KB"],
      rows: after.every.read.map(rowOf),
    });
    show({
      title: "Lists narrowed to what is rare or nowhere",
      columns: ["", "p50 ms", "p95 ms", "slowest ms", "KB"],
      rows: after.narrowed.map(rowOf),
    });
    if (after.every.left.length > 0) print(`Not read here: ${after.every.left.join(", ")}`);
    show({
      title: "Start and memory",
      columns: ["", "first answer s", "resident after the start MB", "resident after all lists MB"],
      rows: [
        ["empty", median(before.starts), before.startedMegabytes, before.readMegabytes],
        ["filled", median(after.starts), after.startedMegabytes, after.readMegabytes],
      ],
    });
    return {
      firstPage: Math.max(...after.every.read.map(({ p95Ms }) => p95Ms)),
      filteredPage: Math.max(...after.narrowed.map(({ p95Ms }) => p95Ms)),
      start: median(after.starts),
    };
  });
  const verdicts = heldTo(scaleTargets, values);
  print(printed(verdictTable(verdicts)));
  for (const line of missedLines(verdicts)) print(line);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return { bench: "scale", measuredAt, machine, pinned: cores !== undefined, seconds, stored, verdicts, tables };
}

function rowOf({ name, medianMs, p95Ms, slowestMs, kilobytes }: TimedPage): (string | number)[] {
  return [name, medianMs, p95Ms, slowestMs, kilobytes];
}

/** Starts on a folder several times, and reads all lists after the last start. */
async function readAll({ origin, cores, plan }: Sides, dataFolder: string) {
  const starts: number[] = [];
  for (let start = 1; start < plan.starts; start += 1)
    await withResources(async (use) => {
      const { seconds, program } = await timedStart({ origin, cores }, dataFolder);
      use(program);
      starts.push(seconds);
    });
  return withResources(async (use) => {
    const { seconds, program, port } = await timedStart({ origin, cores }, dataFolder);
    use(program);
    starts.push(seconds);
    const startedMegabytes = residentMegabytes(program.pid);
    const own = `http://127.0.0.1:${port}`;
    const every = await everyFirstPage(own, plan.queries);
    const narrowed = await narrowedFirstPages(own, plan.queries);
    return { starts, startedMegabytes, every, narrowed, readMegabytes: residentMegabytes(program.pid) };
  });
}

/** Measures the time from the command to the first answer. */
async function timedStart({ origin, cores }: Pick<Sides, "origin" | "cores">, dataFolder: string) {
  const port = await freePort();
  const startedAt = performance.now();
  const environment = { PORT: String(port) };
  const [program, seconds] = await Promise.all([
    startLatchkeyOn(dataFolder, { upstream: origin, core: cores?.proxy, environment }),
    firstAnswer(`http://127.0.0.1:${port}/svc/healthz`, {}, AbortSignal.timeout(120_000)).then(
      () => (performance.now() - startedAt) / 1_000,
    ),
  ]);
  return { program, seconds, port };
}

function megabytesOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1_000_000;
}

export async function keepScaleRun(run: ScaleRun): Promise<void> {
  await writeFile(RUN_FILE, runText(run));
}

/** Returns this bench's part of `docs/benchmarks.md`, from the stored run. Empty if there is none. */
export async function scalePart(): Promise<string> {
  const run = await keptRun(RUN_FILE, ScaleRun);
  if (run === undefined) return "";
  const { verdicts, tables, measuredAt, machine, seconds, stored } = run;
  const missed = missedLines(verdicts).map((line) => `- ${line}`);
  return [
    "## Scale of one machine",
    `\`npm run bench scale\` fills a data folder with the data of a busy month (${stored}), starts Latchkey on it with a stand-in for FileMaker Server that has the same files, and reads the first page of every list of the management API.`,
    markdown({ ...verdictTable(verdicts), title: "Scale against its limits" }),
    ...(missed.length === 0 ? [] : [missed.join("\n")]),
    "The list of hosted files is the only list without pages. It contains each file's keys, and whether the file has a note. The first call reads all keys and notes. Later calls find them in memory; after a change of a key or a note, the next call reads the keys or the notes again.",
    ...tables.map(markdown),
    `On ${measuredAt.slice(0, 10)}, in ${seconds} s: ${machineLine(machine)}.`,
  ].join("\n\n");
}
