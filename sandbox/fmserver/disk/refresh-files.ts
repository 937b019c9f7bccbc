import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../host.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import { Database } from "../world/schema/database-schema.ts";
import { bareName } from "../world/values/same-name.ts";
import { WorldError } from "../world/world-error.ts";
import { hostedPath, readFileOf, stampOf } from "./hosted-file.ts";
import { hostingRoots } from "./hosting-roots.ts";
import { inNotation } from "./server-folder.ts";

/** Applies changes of closed files on disk: new files are hosted, replaced ones are read again, missing ones are no longer hosted. */
export function refreshFiles(host: Host): void {
  if (host.folder === undefined) return;
  for (const database of [...host.world.databases]) {
    const path = hostedPath(host, database);
    if (path === undefined || database.status !== "CLOSED") continue;
    const stamp = stampOf(path);
    if (stamp === undefined) host.world.remove(database);
    else if (stamp !== database.diskStamp) hostFrom(host, path);
  }
  for (const path of filesIn(host)) {
    const name = bareName(path.slice(path.lastIndexOf("/") + 1));
    // Names are unique on a server, across folders: the first file counts.
    if (host.world.database(name) === undefined) hostFrom(host, path);
  }
}

/** Hosts the file at a path as closed. Unreadable files are hosted too, and stay closed when a client tries to open them. */
export function hostFrom(host: Host, path: string, { trusted = false } = {}): LiveDatabase {
  const stamp = stampOf(path);
  const name = bareName(path.slice(path.lastIndexOf("/") + 1));
  const { definition, header, sizeBytes } = readFileOf(path);
  const placed = {
    name,
    sizeBytes,
    folder: inNotation(path.slice(0, path.lastIndexOf("/") + 1)),
    // Files that were copied while a server had them open are incomplete.
    damaged: definition === undefined || definition.damaged || (header?.isOpen === true && !trusted),
  };
  const hosted = hostSafely(host, { ...(definition ?? Database.parse({ name })), ...placed });
  hosted.diskStamp = stamp;
  return hosted;
}

/** Hosts a file as damaged if its definition is invalid, which is possible even if it is readable. */
function hostSafely(host: Host, definition: Database): LiveDatabase {
  try {
    return host.world.host(definition);
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    const { name, folder, sizeBytes } = definition;
    return host.world.host(Database.parse({ name, folder, sizeBytes, damaged: true }));
  }
}

/** Returns all files in the hosting folders and one level below. */
export function filesIn(host: Host): readonly string[] {
  return hostingRoots(host).flatMap((root) => {
    const entries = listed(root);
    const below = entries.filter((entry) => entry.isDirectory() && !NOT_HOSTED.has(entry.name));
    return [root, ...below.map(({ name }) => join(root, name))].flatMap((folder) =>
      listed(folder)
        .filter((entry) => entry.isFile() && /\.fmp12$/i.test(entry.name))
        .map(({ name }) => join(folder, name)),
    );
  });
}

const NOT_HOSTED = new Set(["RC_Data_FMS", "Removed_By_FMS"]);

function listed(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A missing additional folder contains no files.
    return [];
  }
}
