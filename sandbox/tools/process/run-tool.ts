import { once } from "node:events";
import { type ServerConnection, ServerUnreachable, serverConnection } from "./server-connection.ts";

/** A run of a tool. */
export interface ToolRun {
  /** The folder of the server that the tool belongs to. */
  readonly folder: string;
  readonly arguments: readonly string[];
  readonly server: ServerConnection;
  /** How a migration is to go wrong. */
  readonly migration?: MigrationFault | undefined;
}

/** What becomes of a migration that is to go wrong. */
export type MigrationFault = "full-disk" | "killed" | { readonly table: string };

/** Runs a tool as the process it is: what strikes it first, then its work, whose answer is the exit code. */
export async function runTool(
  name: string,
  words: (given: readonly string[]) => string,
  work: (run: ToolRun) => Promise<number>,
): Promise<void> {
  const [folder = "", ...given] = process.argv.slice(2);
  const server = serverConnection(folder);
  const fault = await faultOf(server, { tool: name, words: words(given), arguments: given, environment: process.env });
  if (fault.ignoreTerm === true) process.on("SIGTERM", () => undefined);
  await printMuch(fault.printBytes ?? 0);
  if (fault.hang === true) await hang(server);
  const { migration } = fault;
  const code = fault.exitCode ?? (await work({ folder, arguments: given, server, migration }));
  // POSIX keeps eight bits of it; Windows all.
  process.exitCode = process.platform === "win32" ? code : code & 0xff;
}

interface ToolFault {
  readonly hang?: boolean;
  readonly ignoreTerm?: boolean;
  readonly printBytes?: number;
  readonly exitCode?: number;
  readonly migration?: MigrationFault;
}

/** Without a server nothing strikes. */
async function faultOf(server: ServerConnection, start: object): Promise<ToolFault> {
  try {
    return await server.ask<ToolFault>("/begin", start);
  } catch (error) {
    if (error instanceof ServerUnreachable) return {};
    throw error;
  }
}

/** Ends with the sandbox at the latest, so that nothing is left behind. */
async function hang(server: ServerConnection): Promise<void> {
  try {
    await server.ask("/hang", {});
  } catch (error) {
    if (!(error instanceof ServerUnreachable)) throw error;
  }
}

async function printMuch(bytes: number): Promise<void> {
  const line = `${"The quick brown fox jumps over the lazy dog. ".repeat(1456).slice(0, 65_535)}\n`;
  for (let left = bytes; left > 0; left -= line.length) {
    if (!process.stdout.write(line.slice(0, left))) await once(process.stdout, "drain");
  }
}
