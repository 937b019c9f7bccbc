import { configuration } from "../../api/configuration.ts";

/** Returns the download address of a log file. */
export function logAddress(name: string): string {
  return `/${configuration().prefix}/api/server-info/logs/${encodeURIComponent(name)}`;
}
