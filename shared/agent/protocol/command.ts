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
import { partCommands } from "./commands/part-commands.ts";
import { pluginCommands } from "./commands/plugin-commands.ts";
import { precheckCommands } from "./commands/precheck-commands.ts";
import { statisticsCommands } from "./commands/statistics-commands.ts";
import { trashCommands } from "./commands/trash-commands.ts";
import { taskCommands } from "./tasks/task.ts";

/** Request to an agent: typed fields in, a typed reply out. */
export interface Command {
  readonly request: z.ZodObject;
  readonly reply: z.ZodType;
  /** Fields that are dropped for an older agent that doesn't know them. It then does a little less. */
  readonly spare?: readonly string[];
}

/** All commands of an agent. It rejects any other. A resource adds its commands to this list. */
export const commands = {
  ...hostCommands,
  ...fileCommands,
  ...browserCommands,
  ...logCommands,
  ...logReadingCommands,
  ...fmsadminCommands,
  ...statisticsCommands,
  ...trashCommands,
  ...partCommands,
  ...precheckCommands,
  ...buildCommands,
  ...deploymentCommands,
  ...backupCommands,
  ...pluginCommands,
  ...taskCommands,
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

/** Fields of a command after defaults. */
export type FieldsOf<Name extends CommandName> = z.output<(typeof commands)[Name]["request"]>;
/** Fields of a command before defaults. */
export type FieldsFor<Name extends CommandName> = z.input<(typeof commands)[Name]["request"]>;
export type ReplyOf<Name extends CommandName> = z.output<(typeof commands)[Name]["reply"]>;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
