import { killPrograms } from "./program.ts";

/** Ends this process on signals from now on, with all its programs and temporary folders. */
export function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));
  // Registered before any folder is created, so it runs before the folder's removal: otherwise programs would write to it again.
  process.once("exit", killPrograms);
}
