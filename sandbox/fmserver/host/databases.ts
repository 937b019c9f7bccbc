import { writeHosted } from "../disk/hosted-file.ts";
import { removeHosted } from "../disk/remove-file.ts";
import type { Host } from "../host.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import { afterDelay } from "./after-delay.ts";
import { closeClientFile, messageClients, userClientsIn } from "./clients.ts";
import { wrongState } from "./refusals.ts";

/** Returns true if a file is open to clients, or can be again immediately. */
export function isOpen({ status }: LiveDatabase): boolean {
  return status === "NORMAL" || status === "PAUSED";
}

/** Starts to open a closed file. Success or failure (wrong key, no space) shows in the resulting state. @throws FmError 1709 */
export function openDatabase(
  host: Host,
  database: LiveDatabase,
  { key = "", saveKey = false }: { readonly key?: string; readonly saveKey?: boolean } = {},
): void {
  if (database.status !== "CLOSED") throw wrongState();
  const { encryptionKey } = database.definition;
  const isKeyRight = encryptionKey === undefined || encryptionKey === (key === "" ? database.savedKey : key);
  if (isKeyRight && saveKey) database.savedKey = encryptionKey;
  const opens = isKeyRight && canBeHosted(host, database);
  database.status = "OPENING";
  host.logs.event(737, `Database "${database.name}" being opened by "Admin".`);
  settle(host, database, "OPENING", opens ? "NORMAL" : "CLOSED");
}

/** Returns true if the file is undamaged, the server can open another file, and the settings allow its accounts. */
function canBeHosted({ world }: Host, { definition }: LiveDatabase): boolean {
  const { general, security } = world.server.settings;
  const isOneTooMany = world.databases.filter(({ status }) => status !== "CLOSED").length >= general.maxFiles;
  const isUnprotected = definition.accounts.some(({ password, enabled }) => enabled && password === "");
  return !definition.damaged && !isOneTooMany && !(security.requireSecureDB && isUnprotected);
}

/**
 * Starts to close an open file: API sessions end immediately; clients get the message and a grace time, except with force. @throws FmError
 * 1709
 */
export function closeDatabase(
  host: Host,
  database: LiveDatabase,
  { messageText = "", force = false, graceSeconds }: CloseOptions = {},
): void {
  if (!isOpen(database)) throw wrongState();
  database.status = "CLOSING";
  host.dataSessions.closeFile(database);
  const clients = userClientsIn(host, database.name);
  const grace = force ? 0 : (graceSeconds ?? host.world.definition.admin.closeGraceSeconds) * 1000;
  messageClients(clients, messageText);
  const close = (): void => {
    for (const client of clients) closeClientFile(host, client, database.name);
    settle(host, database, "CLOSING", "CLOSED");
  };
  if (clients.length === 0 || grace === 0) close();
  else database.cancelPending = afterDelay(host, grace, close);
}

interface CloseOptions {
  readonly messageText?: string;
  readonly force?: boolean;
  readonly graceSeconds?: number;
}

/** Pauses a file for all its clients. @throws FmError 1709 */
export function pauseDatabase(_host: Host, database: LiveDatabase): void {
  if (database.status !== "NORMAL") throw wrongState();
  database.status = "PAUSED";
}

/** Resumes a file for all its clients. @throws FmError 1709 */
export function resumeDatabase(_host: Host, database: LiveDatabase): void {
  if (database.status !== "PAUSED") throw wrongState();
  database.status = "NORMAL";
}

/** Moves a closed file to the folder Removed_By_FMS, whose files aren't hosted. @throws FmError 1709 */
export function removeDatabase(host: Host, database: LiveDatabase): void {
  if (database.status !== "CLOSED") throw wrongState();
  removeHosted(host, database);
  host.world.remove(database);
}

/** Resolves when a file is neither opening nor closing. */
export async function whenSettled(database: LiveDatabase): Promise<void> {
  if (database.status !== "OPENING" && database.status !== "CLOSING") return;
  await new Promise<void>((resolve) => database.settled.add(resolve));
}

/** Writes a file to disk after it was opened or closed, and notifies those who wait for it. */
export function notifySettled(host: Host, database: LiveDatabase): void {
  writeHosted(host, database);
  notifyWaiting(database);
}

function notifyWaiting(database: LiveDatabase): void {
  for (const notify of database.settled) notify();
  database.settled.clear();
}

/** Writes the file; returns false if the disk is full. */
function isWritten(host: Host, database: LiveDatabase): boolean {
  try {
    writeHosted(host, database);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    return false;
  } finally {
    notifyWaiting(database);
  }
}

function settle(
  host: Host,
  database: LiveDatabase,
  from: "OPENING" | "CLOSING",
  to: Extract<LiveDatabase["status"], "NORMAL" | "CLOSED">,
): void {
  database.cancelPending = afterDelay(host, host.world.definition.admin.openMilliseconds, () => {
    database.status = to;
    if (!isWritten(host, database)) database.status = "CLOSED";
    if (from === "CLOSING") host.logs.event(140, `Database "${database.name}" closed.`);
    else if (database.status === "NORMAL") host.logs.event(738, `Opened database "${database.name}".`);
    else host.logs.event(32, `Unable to open database "${database.name}".`, "Error");
  });
}
