import { bareDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";

/**
 * Returns the forms in which a schedule can name a file, in the order to try them. Both were captured from live servers:
 * `file:SA_MASTER` in https://github.com/hammondus/filemaker-install, and `devin-engine.fmp12`.
 */
export function scheduleResources(file: string): readonly [string, string] {
  return [`file:${bareDatabaseName(file)}`, fullDatabaseName(file)];
}
