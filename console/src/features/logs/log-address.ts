import { configuration } from "../../api/configuration.ts";

/** Where a log file is downloaded. */
export function logAddress(name: string): string {
  return `/${configuration().prefix}/api/server-info/logs/${encodeURIComponent(name)}`;
}
