import type { Host } from "../host.ts";
import { outOfNotation } from "./server-folder.ts";

/** Returns the folders whose files the server hosts. Additional ones can be anywhere on the machine, such as on a second disk. */
export function hostingRoots({ world, folder = "" }: Host): readonly string[] {
  const { additionalFolder, folders } = world.server.settings;
  const own = [world.definition.server.databaseFolder, folders.secureDatabaseFolder]
    .map(outOfNotation)
    .filter((root) => root.startsWith(`${folder}/`));
  const { UseOtherDatabaseRoot: isUsed, DatabaseRootPath: additional } = additionalFolder;
  return [...new Set([...own, ...(isUsed && folder !== "" ? [outOfNotation(additional).replace(/\/$/, "")] : [])])];
}
