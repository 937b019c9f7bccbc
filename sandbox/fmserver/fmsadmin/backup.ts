import { outOfNotation } from "../disk/server-folder.ts";
import { backUp, usualTarget } from "../host/backup.ts";
import { isOpen } from "../host/databases.ts";
import { cancelBackups } from "../host/schedules.ts";
import { type Command, type CommandCall, CommandError, numberIn, textIn } from "./command.ts";
import { namedFiles } from "./named-files.ts";

const access = ["SCHEDULE_BACKUP", "DATABASE_MANAGEMENT"] as const;

/** Commands that copy files in their current state. */
export const backupCommands: Readonly<Record<string, Command>> = {
  BACKUP: { access, run: backup },
  "CANCEL BACKUP": {
    access,
    run({ host, writeLine }) {
      const { backups } = host.world.server;
      for (const running of backups) running.abort("cancelled");
      // Only cancels schedules' backups if no other backup is running. Fails if there are none either.
      if (backups.size === 0) cancelBackups(host);
      writeLine("Command finished");
    },
  },
};

async function backup(call: CommandCall): Promise<void> {
  const { host, options } = call;
  const databases = namedFiles(call, isOpen);
  const dest = textIn(call, "dest");
  if (dest !== "" && !(outOfNotation(dest).startsWith("/") && dest.endsWith("/"))) throw new CommandError(10001);
  const keep = numberIn(call, "keep", 1);
  const cancel = new AbortController();
  const { backups } = host.world.server;
  backups.add(cancel);
  try {
    await host.clock.wait(host.world.definition.admin.backupMilliseconds, AbortSignal.any([cancel.signal, call.gone]));
  } finally {
    backups.delete(cancel);
  }
  if (cancel.signal.aborted || call.gone.aborted) throw new CommandError(1);
  const error = backUp(host, {
    databases,
    target: dest === "" ? usualTarget(host) : dest,
    name: keep === 0 ? undefined : "Backup",
    keep,
    clone: options.clone === true,
    cloneOnly: false,
  });
  if (error !== 0) throw new CommandError(error);
  for (const database of databases) call.writeLine(`File Backed Up: ${database.name}.fmp12`);
}
