import { basename, dirname, join } from "node:path";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";

/** Returns the folder where FileMaker Server stores a file's external containers. */
export function containersOf(path: string): string {
  return join(dirname(path), "RC_Data_FMS", bareDatabaseName(basename(path)));
}
