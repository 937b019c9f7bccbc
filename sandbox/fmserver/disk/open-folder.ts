import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeClientFile, userClientsIn } from "../host/clients.ts";
import type { Host } from "../host.ts";
import { sameName } from "../world/values/same-name.ts";
import { WorldError } from "../world/world-error.ts";
import { hostedPath, markOpen, writeHosted } from "./hosted-file.ts";
import { makeFolders } from "./make-folders.ts";
import { refreshPlugins, writePlugins } from "./plugin-files.ts";
import { filesIn, hostFrom, refreshFiles } from "./refresh-files.ts";
import { FOLDERS, isWithin } from "./server-folder.ts";

/** World on disk from an earlier start. */
interface LaidOut {
  /** Digest of the world. */
  readonly world: string;
  readonly files: readonly string[];
}

/**
 * Writes a world to disk. If it is already there from an earlier start, the files on disk take precedence, unless `afresh` is set. @throws
 * WorldError for a folder with files of another server
 */
export function openFolder(host: Host, { afresh = false } = {}): void {
  if (host.folder === undefined) return;
  const note = join(host.folder, FOLDERS.preferences, "sandbox-world.json");
  const before = existsSync(note) ? (JSON.parse(readFileSync(note, "utf8")) as LaidOut) : undefined;
  if (before === undefined && filesIn(host).length > 0)
    throw new WorldError("", `${host.folder} holds files that the sandbox has not made`);
  makeFolders(host.folder);
  const world = createHash("sha256").update(JSON.stringify(host.world.definition)).digest("hex");
  if (before?.world === world && !afresh) takeFromDisk(host);
  else putOnDisk(host, before?.files ?? []);
  const files = host.world.databases.flatMap((database) => hostedPath(host, database) ?? []);
  writeFileSync(note, JSON.stringify({ world, files } satisfies LaidOut));
  refreshFiles(host);
  logStart(host);
  for (const database of host.world.databases) {
    const isNew = !host.world.definition.databases.some(({ name }) => sameName(name, database.name));
    const { damaged, encryptionKey } = database.definition;
    if (isNew && !damaged && encryptionKey === undefined) database.status = "NORMAL";
    const path = hostedPath(host, database);
    if (path !== undefined && database.status !== "CLOSED") markOpen(path, true);
  }
}

/** Writes the first lines of a start to Event.log. */
function logStart(host: Host): void {
  const { world, logs } = host;
  const { folders, additionalFolder } = world.server.settings;
  logs.started();
  logs.event(160, `Default database location: ${world.definition.server.databaseFolder}`);
  logs.event(161, `Secure database folder enabled: ${folders.secureDatabaseFolder}`);
  const additional = additionalFolder.UseOtherDatabaseRoot
    ? `enabled: ${additionalFolder.DatabaseRootPath}`
    : "disabled.";
  logs.event(162, `Additional database folder [1] ${additional}`);
  for (const { name, status } of world.databases) {
    if (status === "CLOSED") continue;
    logs.event(737, `Database "${name}" being opened by "Admin".`);
    logs.event(738, `Opened database "${name}".`);
  }
}

/** Writes all files as the server leaves them when it stops. */
export function closeFolder(host: Host): void {
  // A folder that was removed from outside isn't created again.
  if (host.folder === undefined || !existsSync(host.folder)) return;
  for (const database of host.world.databases) {
    if (database.status === "CLOSED") continue;
    database.status = "CLOSED";
    writeHosted(host, database);
  }
}

function putOnDisk(host: Host, before: readonly string[]): void {
  // Removes files of another world.
  for (const path of before) if (isWithin(host.folder ?? "", path)) rmSync(path, { force: true });
  for (const database of host.world.databases) writeHosted(host, database);
  writePlugins(host);
}

function takeFromDisk(host: Host): void {
  refreshPlugins(host);
  for (const database of [...host.world.databases]) {
    const path = hostedPath(host, database);
    if (path === undefined) continue;
    if (!existsSync(path)) {
      for (const client of userClientsIn(host, database.name)) closeClientFile(host, client, database.name);
      host.world.remove(database);
      continue;
    }
    const { status } = database;
    const taken = hostFrom(host, path, { trusted: true });
    if (!taken.definition.damaged) taken.status = status;
  }
}
