import { writeFile } from "node:fs/promises";
import * as z from "zod";
import { MachineFacts, machineFacts, machineLine } from "../machine/facts.ts";
import { watchForeignLoad } from "../machine/foreign-load.ts";
import { startProgram } from "../machine/program.ts";
import { openRunDirectory } from "../machine/run-directory.ts";
import { withResources } from "../machine/with-resources.ts";
import { heldTo, missedLines, Verdict, verdictTable } from "../report.ts";
import { keptRun, runText, TableShape } from "../run-file.ts";
import { markdown, printed } from "../shown.ts";
import { comparing } from "./comparing.ts";
import type { BackupPlan } from "./plan.ts";
import { snapshotsOfASet } from "./snapshots-of-a-set.ts";
import { backupTargets } from "./targets.ts";

/** Result of the bench of offsite backups. */
const BackupsRun = z.object({
  bench: z.literal("backups"),
  measuredAt: z.iso.datetime(),
  machine: MachineFacts,
  /** Number of cores used by programs outside of the bench. */
  foreignCores: z.number(),
  megabytes: z.int(),
  rounds: z.int(),
  seconds: z.number(),
  /** Peers that aren't installed on this machine. */
  absent: z.array(z.string()),
  verdicts: z.array(Verdict),
  tables: z.array(TableShape),
});
export type BackupsRun = z.infer<typeof BackupsRun>;

/** File of the last run. */
const RUN_FILE = new URL("../results/backups.json", import.meta.url);
const storeProgram = new URL("./bare-store.ts", import.meta.url).pathname;

/** Measures offsite backups and Debian's backup programs with a store on the same machine, against all targets. */
export async function benchBackups(plan: BackupPlan, print: (text: string) => void): Promise<BackupsRun> {
  const startedAt = performance.now();
  const machine = machineFacts();
  const measuredAt = new Date().toISOString();
  const foreignLoad = watchForeignLoad();
  print(machineLine(machine));
  const { values, tables, absent } = await withResources(async (use) => {
    const { path: directory } = use(openRunDirectory());
    const store = use(
      await startProgram({
        command: process.execPath,
        args: [storeProgram],
        core: undefined,
        ready: (line) => (line.startsWith("http://") ? line : undefined),
      }),
    );
    const compared = await comparing({ plan, directory, origin: store.readiness });
    const { values, table } = await snapshotsOfASet(directory, store.readiness);
    return { ...compared, values: { ...compared.values, ...values }, tables: [...compared.tables, table] };
  });
  for (const table of tables) print(printed(table));
  for (const name of absent) print(`absent: ${name} is not installed`);
  const foreignCores = Math.round(foreignLoad() * 100) / 100;
  const verdicts = heldTo(backupTargets, values);
  print(printed(verdictTable(verdicts)));
  for (const line of missedLines(verdicts)) print(line);
  print(`\n${foreignCores} cores went to other programs meanwhile`);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const { rounds, files, megabytesPerFile } = plan;
  return {
    ...{ bench: "backups", measuredAt, machine, foreignCores, megabytes: files * megabytesPerFile, rounds, seconds },
    ...{ absent, verdicts, tables: tables.map((table) => ({ ...table, rows: table.rows.map((row) => [...row]) })) },
  };
}

export async function keepBackupsRun(run: BackupsRun): Promise<void> {
  await writeFile(RUN_FILE, runText(run));
}

/** Returns the part of `docs/benchmarks.md` about offsite backups, from the stored run. Empty if there is none. */
export async function backupsPart(): Promise<string> {
  const run = await keptRun(RUN_FILE, BackupsRun);
  if (run === undefined) return "";
  const { verdicts, measuredAt, machine, foreignCores, megabytes, rounds, seconds, tables, absent } = run;
  const missed = missedLines(verdicts).map((line) => `- ${line}`);
  return [
    "## Offsite backups",
    "`npm run bench backups` backs up files of random pages, which can't be compressed, to a store on the same machine, restores them, and backs them up again after every hundredth page has changed. The agent's code runs in its own process, in turn with Debian's programs. The store keeps all data in memory and checks no signatures or checksums, so that it doesn't affect the results. Ratios are medians of the rounds' ratios. CPU time includes child processes, but not the agent's start, since an agent already runs.",
    markdown({ ...verdictTable(verdicts), title: "Offsite backups against their targets" }),
    ...(missed.length === 0 ? [] : [missed.join("\n")]),
    ...tables.map(markdown),
    ...absent.map((name) => `${name} was not installed.`),
    `On ${measuredAt.slice(0, 10)}, with ${megabytes} MB in ${rounds} ${rounds === 1 ? "round" : "rounds"}, in ${seconds} s: ${machineLine(machine)}; other programs used ${foreignCores} cores.`,
  ].join("\n\n");
}
