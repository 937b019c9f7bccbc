import { basename, dirname, join } from "node:path";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";

/** Where FileMaker Server keeps what a file stores outside of itself. */
export function containersOf(path: string): string {
  return join(dirname(path), "RC_Data_FMS", bareDatabaseName(basename(path)));
}
