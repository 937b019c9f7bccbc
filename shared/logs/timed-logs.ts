import { allLogs, type LogBackends } from "./log-backends.ts";
import { listing } from "./shown.ts";

/** Returns the names of all logs whose records have times. If the host is away, its logs are missing and the reason is returned. */
export async function timedLogs(backends: LogBackends) {
  const { found, problem } = await allLogs(backends);
  const timed = found.map(({ file, place: origin }) => listing(file, origin)).filter(({ isTimed }) => isTimed);
  return { wanted: timed.map(({ name }) => name), problem };
}
