import type { Command } from "commander";
import { delay } from "../../client/delay.ts";
import type { Contracts, LatchkeyClient } from "../../client/latchkey-client.ts";
import { type CallFlags, type Context, clientIn, withCallFlags } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import { show } from "../output/show.ts";
import { note } from "../terminal.ts";
import { addWaitFlags, type WaitFlags, waitIfAsked } from "./wait.ts";

type Place = Contracts["backups"]["listOffsiteBackups"]["input"];

interface RestoreFlags extends CallFlags, WaitFlags {
  readonly backup?: string;
  readonly to: string;
  readonly folder?: string;
  readonly yes?: boolean;
}

/** Maximum number of times that a run is read until its entry is complete. */
const maxAsked = 20;

/** Adds `offsite`. Its commands take the name of a schedule instead of a location, bucket and folder. */
export function addOffsite(program: Command, context: Context): void {
  const { terminal } = context;
  const { signal } = terminal;
  const offsite = program.command("offsite").description("run and restore offsite backups");

  addWaitFlags(withCallFlags(offsite.command("run").description("make a backup now and send it offsite")), "backup")
    .argument("<schedule>", "name of the offsite schedule")
    .action(async (name: string, flags: CallFlags & WaitFlags) => {
      const client = clientIn(context, flags);
      const { processId } = await client.backups.runOffsiteSchedule({ name }, { signal });
      await waitIfAsked(terminal, client, [processId], flags);
      if (!flags.wait) return show(terminal, { processId }, flags);
      show(terminal, { run: (await endedRun(client, name, processId, signal)) ?? { processId } }, flags);
    });

  withCallFlags(offsite.command("backups").description("list the backups in the location of a schedule, newest first"))
    .argument("<schedule>", "name of the offsite schedule")
    .action(async (name: string, flags: CallFlags) => {
      const client = clientIn(context, flags);
      const { backups } = await client.backups.listOffsiteBackups(await placeOf(client, name, signal), { signal });
      show(terminal, { backups }, flags);
    });

  addWaitFlags(withCallFlags(offsite.command("restore").description("restore databases of a backup")), "restore")
    .argument("<schedule>", "name of the offsite schedule")
    .argument("[file...]", "names of the databases. Default: all of the backup")
    .option("--backup <name>", "backup to restore, from latchkey offsite backups. Default: the newest")
    .option("--to <where>", "folder: a folder in the Backups folder. here: replace the hosted files", "folder")
    .option("--folder <name>", "name of the folder. Default: the name of the backup with the time")
    .option("--yes", "replace hosted files without asking")
    .action(async (name: string, names: string[], flags: RestoreFlags) => {
      const { to, folder, yes } = flags;
      if (to !== "folder" && to !== "here") throw new UsageError(`--to "${to}" isn't folder or here.`);
      if (to === "here" && !yes)
        throw new UsageError("This disconnects users and replaces hosted files. Add --yes to do it.");
      const client = clientIn(context, flags);
      const place = await placeOf(client, name, signal);
      const backup = flags.backup ?? (await newestIn(client, place, signal));
      const listed = await client.backups.listOffsiteBackupFiles({ ...place, backup }, { signal });
      const files = (names.length > 0 ? names : listed.files.map(({ fileName }) => fileName)).map((fileName) => ({
        fileName,
      }));
      if (files.length === 0) throw new UsageError(`The backup ${backup} has no databases.`);
      note(terminal, `Backup: ${backup}`);
      const started = await client.backups.restoreOffsiteFiles(
        { ...place, backup, files, to, ...(folder !== undefined && { folder }) },
        { signal },
      );
      await waitIfAsked(terminal, client, [started.processId], flags);
      show(
        terminal,
        { processId: started.processId, deploymentId: started.deploymentId, folder: started.folder },
        flags,
      );
    });
}

/** Returns the run of a process that has ended. Its entry is completed a moment after the process. */
async function endedRun(client: LatchkeyClient, name: string, processId: number, signal: AbortSignal) {
  for (let asked = 1; ; asked += 1) {
    const { runs } = await client.backups.listOffsiteRuns({ name }, { signal });
    const run = runs.find(({ process_id }) => process_id === processId);
    if (run?.ended_at != null || asked === maxAsked) return run;
    await delay(500, signal);
  }
}

async function placeOf(client: LatchkeyClient, name: string, signal: AbortSignal): Promise<Place> {
  const { schedules } = await client.backups.listOffsiteSchedules({}, { signal });
  const found = schedules.find((schedule) => schedule.name === name);
  if (found === undefined)
    throw new UsageError(
      `Unknown schedule "${name}". Offsite schedules: ${schedules.map((each) => each.name).join(", ") || "none"}.`,
    );
  const { remote_name, bucket_name, remote_path } = found;
  return { remote_name, bucket_name, remote_path };
}

async function newestIn(client: LatchkeyClient, place: Place, signal: AbortSignal): Promise<string> {
  const { backups } = await client.backups.listOffsiteBackups(place, { signal });
  const [newest] = backups;
  if (newest === undefined) throw new UsageError("The location has no backups.");
  return newest.backup;
}
