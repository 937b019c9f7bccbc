import { hostedPath, receiveHosted } from "../disk/hosted-file.ts";
import { readFileBody } from "../file/file-body.ts";
import type { Host } from "../host.ts";
import type { FormFile } from "../http/form-in.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import { Database } from "../world/schema/database-schema.ts";
import { bareName } from "../world/values/same-name.ts";
import { openDatabase } from "./databases.ts";
import { badValue, wrongState } from "./refusals.ts";

/** Folder of an uploaded file, with further options. */
interface Destination {
  /** `Databases/`, `Secure/` or a subfolder of one of them. */
  readonly folder: string;
  readonly key: string;
  readonly saveKey: boolean;
  readonly open: boolean;
}

/**
 * Hosts an uploaded file. An unreadable file is hosted too, and stays closed when a client tries to open it.
 * @throws FmError 1708 for an invalid name or folder, 1709 while a file with this name isn't closed
 */
export function hostUploaded(host: Host, file: FormFile, { folder, key, saveKey, open }: Destination): LiveDatabase {
  if (!/^[^/\\]+\.fmp12$/i.test(file.name)) throw badValue();
  const name = bareName(file.name);
  const before = host.world.database(name);
  if (before !== undefined && before.status !== "CLOSED") throw wrongState();
  const replaced = before && hostedPath(host, before);
  const definition = readFileBody(file.bytes) ?? Database.parse({ name, damaged: true });
  const database = host.world.host({
    ...definition,
    name,
    folder: folderAt(host, folder),
    sizeBytes: file.bytes.length,
  });
  receiveHosted(host, database, file.bytes, replaced);
  if (open) openDatabase(host, database, { key, saveKey });
  return database;
}

function folderAt(host: Host, destination: string): string {
  const [, root, below = ""] = /^(Databases|Secure)\/(?:([^/]+)\/?)?$/.exec(destination) ?? [];
  if (root === undefined || below === "..") throw badValue();
  const { definition, server } = host.world;
  const base = root === "Databases" ? definition.server.databaseFolder : server.settings.folders.secureDatabaseFolder;
  return below === "" ? base : `${base}${below}/`;
}
