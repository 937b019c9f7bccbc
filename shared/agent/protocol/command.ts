import type * as z from "zod";
import { backupCommands } from "./commands/backup-commands.ts";
import { browserCommands } from "./commands/browser-commands.ts";
import { buildCommands } from "./commands/build-commands.ts";
import { deploymentCommands } from "./commands/deployment-commands.ts";
import { fileCommands } from "./commands/file-commands.ts";
import { fmsadminCommands } from "./commands/fmsadmin-commands.ts";
import { hostCommands } from "./commands/host-commands.ts";
import { logCommands } from "./commands/log-commands.ts";
import { logReadingCommands } from "./commands/log-reading-commands.ts";
import { precheckCommands } from "./commands/precheck-commands.ts";
import { statisticsCommands } from "./commands/statistics-commands.ts";
import { trashCommands } from "./commands/trash-commands.ts";
import { taskCommands } from "./tasks/task.ts";

/** One thing that an agent does on request: typed fields in, a typed reply out. */
export interface Command {
  readonly request: z.ZodObject;
  readonly reply: z.ZodType;
  /** Fields that may be left out for an agent of an older version, which does not know them: it does a little less then. */
  readonly spare?: readonly string[];
}

/** Everything that an agent can be asked for; it refuses what is not named here (R7.3). A resource adds its commands to this list. */
export const commands = {
  ...hostCommands,
  ...fileCommands,
  ...browserCommands,
  ...logCommands,
  ...logReadingCommands,
  ...fmsadminCommands,
  ...statisticsCommands,
  ...trashCommands,
  ...precheckCommands,
  ...buildCommands,
  ...deploymentCommands,
  ...backupCommands,
  ...taskCommands,
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

/** What a command is asked with. */
export type FieldsOf<Name extends CommandName> = z.output<(typeof commands)[Name]["request"]>;
/** What a command may be given, before defaults. */
export type FieldsFor<Name extends CommandName> = z.input<(typeof commands)[Name]["request"]>;
/** What a command answers. */
export type ReplyOf<Name extends CommandName> = z.output<(typeof commands)[Name]["reply"]>;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
