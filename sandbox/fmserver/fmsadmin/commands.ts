import { backupCommands } from "./backup.ts";
import { certificateCommands } from "./certificate.ts";
import { clientCommands } from "./clients.ts";
import type { Command } from "./command.ts";
import { fileCommands } from "./files.ts";
import { listCommands } from "./lists.ts";
import { processCommands } from "./processes.ts";
import { scheduleCommands } from "./schedules.ts";
import { settingCommands } from "./settings.ts";

/** All commands, by their words in uppercase. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...listCommands,
    ...fileCommands,
    ...backupCommands,
    ...clientCommands,
    ...scheduleCommands,
    ...processCommands,
    ...settingCommands,
    ...certificateCommands,
  }),
);
