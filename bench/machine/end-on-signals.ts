import { killPrograms } from "./program.ts";

/** From now on a signal ends this process with everything that it started; folders of the run go with it. */
export function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));
  // Registered before any folder is made, so it comes before the folder's removal: what runs would write into it again.
  process.once("exit", killPrograms);
}
