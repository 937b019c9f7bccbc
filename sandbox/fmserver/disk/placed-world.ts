import type { World } from "../world/schema/world-schema.ts";
import { WorldError } from "../world/world-error.ts";
import { movedInto } from "./server-folder.ts";

/** Returns a world whose paths are in a folder on this machine instead of a standard installation. @throws WorldError */
export function placedWorld(world: World, folder: string | undefined): World {
  if (folder === undefined) return world;
  for (const [at, { name }] of world.databases.entries()) {
    if (/[/\\\0]/.test(name)) throw new WorldError(`databases[${at}].name`, "no name for a file on disk");
  }
  return {
    ...world,
    server: movedInto(folder, world.server),
    admin: { ...world.admin, settings: movedInto(folder, world.admin.settings) },
    schedules: world.schedules.map((schedule) => movedInto(folder, schedule)),
    databases: world.databases.map((database) =>
      database.folder === undefined ? database : { ...database, folder: movedInto(folder, database.folder) },
    ),
  };
}
