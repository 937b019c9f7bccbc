import type * as z from "zod";
import { browserCommands } from "./browser-commands.ts";
import { fileCommands } from "./file-commands.ts";
import { fmsadminCommands } from "./fmsadmin-commands.ts";
import { hostCommands } from "./host-commands.ts";
import { logCommands } from "./log-commands.ts";
import { logReadingCommands } from "./log-reading-commands.ts";
import { lookCommands } from "./look-commands.ts";
import { trashCommands } from "./trash-commands.ts";
import { workCommands } from "./work.ts";

/** One thing that an agent does on request: typed fields in, a typed reply out. */
export interface Command {
  readonly request: z.ZodObject;
  readonly reply: z.ZodType;
  /** Fields that may be left out for an agent of an older version, which does not know them: it does a little less then. */
  readonly spare?: readonly string[];
}

/** Everything that an agent can be asked for; it refuses what is not named here (R7.3). A room adds its commands to this list. */
export const commands = {
  ...hostCommands,
  ...fileCommands,
  ...browserCommands,
  ...logCommands,
  ...logReadingCommands,
  ...fmsadminCommands,
  ...trashCommands,
  ...lookCommands,
  ...workCommands,
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
