import type { Command } from "commander";
import type { LatchkeyClient } from "../client/latchkey-client.ts";
import type { CommandFiles } from "./command-files.ts";
import type { OutputOptions } from "./output/show.ts";
import { clientOf } from "./profiles/connection.ts";
import type { Terminal } from "./terminal.ts";

export interface Context {
  readonly terminal: Terminal;
  readonly files: CommandFiles;
  readonly version: string;
  /** Opens an address in the user's browser. Returns false if it can't. */
  readonly openInBrowser: (url: string) => boolean;
}

/** Options of every command that calls the service. */
export interface CallFlags extends OutputOptions {
  readonly profile?: string;
}

/** Adds the options of every command that calls the service. */
export function withCallFlags(command: Command): Command {
  return command
    .option("--profile <name>", "use this profile (see latchkey profiles)")
    .option("--json", "print the response as JSON")
    .option("--ndjson", "print a line of JSON per row");
}

export function clientIn({ terminal }: Context, { profile }: CallFlags): LatchkeyClient {
  return clientOf(terminal, profile);
}
