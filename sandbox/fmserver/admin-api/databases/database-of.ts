import { missing } from "../../host/refusals.ts";
import type { LiveDatabase } from "../../world/live/live-database.ts";
import type { AdminCall } from "../admin-operation.ts";

/** Returns the file with the number in the path. @throws FmError 1700 */
export function databaseOf({ host, path }: AdminCall): LiveDatabase {
  const found = host.world.databases.find(({ id }) => id === path.id);
  if (found === undefined) throw missing();
  return found;
}
