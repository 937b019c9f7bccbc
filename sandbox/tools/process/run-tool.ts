import { once } from "node:events";
import { type ServerConnection, ServerUnreachable, serverConnection } from "./server-connection.ts";

/** Run of a tool. */
export interface ToolRun {
  /** Folder of the server that the tool belongs to. */
  readonly folder: string;
  readonly arguments: readonly string[];
  readonly server: ServerConnection;
  /** Fault of a migration. */
  readonly migration?: MigrationFault | undefined;
  /** Place from which fmsadmin reads an account. */
  readonly account?: "input" | "terminal" | undefined;
}

/** Fault of a migration. */
export type MigrationFault = "full-disk" | "killed" | { readonly table: string };

/** Runs a tool as a process: applies its faults, then runs its function, which returns the exit code. */
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
  const { migration, account } = fault;
  const code = fault.exitCode ?? (await work({ folder, arguments: given, server, migration, account }));
  // POSIX keeps eight bits of it, Windows all.
  process.exitCode = process.platform === "win32" ? code : code & 0xff;
}

interface ToolFault {
  readonly hang?: boolean;
  readonly ignoreTerm?: boolean;
  readonly printBytes?: number;
  readonly exitCode?: number;
  readonly migration?: MigrationFault;
  readonly account?: "input" | "terminal";
}

/** Returns the faults; none without a server. */
async function faultOf(server: ServerConnection, start: object): Promise<ToolFault> {
  try {
    return await server.ask<ToolFault>("/begin", start);
  } catch (error) {
    if (error instanceof ServerUnreachable) return {};
    throw error;
  }
}

/** Waits at most until the sandbox ends, so that no process is left behind. */
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
