import { existsSync, realpathSync } from "node:fs";
import { type FileOnDisk, readFileOf } from "../../fmserver/disk/hosted-file.ts";
import { keyFits } from "../../fmserver/file/file-body.ts";
import type { Database } from "../../fmserver/world/schema/database-schema.ts";
import { type ServerConnection, ServerUnreachable } from "./server-connection.ts";

/** Thrown to end a tool, with FileMaker's number if there is one. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Closed file that a tool has opened. */
export interface OpenFile {
  readonly path: string;
  readonly header: NonNullable<FileOnDisk["header"]>;
  readonly definition: Database;
  readonly sizeBytes: number;
}

/** Account that opens a file. */
export interface Opener {
  readonly account: string;
  readonly password: string;
  readonly key: string;
  /** Extended privilege that is sufficient instead of full access. */
  readonly privilege?: string;
}

/** Opens a file with full access. @throws ToolError 802 open elsewhere or unreadable, 212 wrong account, 9 insufficient access */
export async function openFile(server: ServerConnection, path: string, opener: Opener): Promise<OpenFile> {
  const file = await readClosed(server, path);
  if (!keyFits(file.header, opener.key)) throw new ToolError(212, "Invalid encryption key");
  const { accounts, privilegeSets } = file.definition;
  const account = accounts.find(({ name }) => name.toLowerCase() === opener.account.toLowerCase());
  if (account === undefined || !account.enabled || account.password !== opener.password) {
    throw new ToolError(212, "Invalid account/password");
  }
  const set = privilegeSets.find(({ name }) => name === account.privilegeSet);
  const isFull = account.privilegeSet === "[Full Access]";
  const { privilege } = opener;
  if (!isFull && (privilege === undefined || set?.extendedPrivileges.includes(privilege) !== true)) {
    throw new ToolError(9, "Insufficient privileges");
  }
  return file;
}

/** Reads a file that isn't open, without an account. @throws ToolError 802 */
export async function readClosed(server: ServerConnection, path: string): Promise<OpenFile> {
  const { header, definition, sizeBytes } = await readAny(server, path);
  if (header === undefined || definition === undefined) throw new ToolError(802, "Unable to open file");
  if (header.isOpen) throw new ToolError(802, "Unable to open file: it was not closed properly");
  return { path, header, definition, sizeBytes };
}

/** Reads any file at a path that isn't open. @throws ToolError 802, 100 */
export async function readAny(server: ServerConnection, path: string): Promise<FileOnDisk> {
  if (!existsSync(path)) throw new ToolError(100, "File is missing");
  if (await isHostedOpen(server, path)) throw new ToolError(802, "File already open");
  try {
    return readFileOf(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["EACCES", "EPERM", "EISDIR"].includes(code)) throw new ToolError(20402, "File permission problem");
    throw error;
  }
}

/** Refuses a target that exists, unless forced, or that a server has open. @throws ToolError */
export async function checkTarget(server: ServerConnection, path: string, force: boolean): Promise<void> {
  if (!existsSync(path)) return;
  if (await isHostedOpen(server, path)) throw new ToolError(802, "File already open");
  if (!force) throw new ToolError(20406, "File already exists");
}

async function isHostedOpen(server: ServerConnection, path: string): Promise<boolean> {
  const real = realpathSync(path);
  try {
    const { paths } = await server.ask<{ readonly paths: readonly string[] }>("/open-files", {});
    return paths.some((open) => existsSync(open) && realpathSync(open) === real);
  } catch (error) {
    // Without a server, no file is open.
    if (error instanceof ServerUnreachable) return false;
    throw error;
  }
}
