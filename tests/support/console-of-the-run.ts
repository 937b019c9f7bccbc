import { fileURLToPath } from "node:url";
import { buildConsole } from "../../local-runtime/console/console-build.ts";

/** Builds the console if it is older than its sources, so that no program started by a test builds it during the run. */
export default async function consoleOfTheRun(): Promise<void> {
  const failures: string[] = [];
  await buildConsole(fileURLToPath(new URL("../../", import.meta.url)), (reason) => failures.push(reason)).over;
  if (failures.length > 0) throw new Error(`Couldn't build the console: ${failures.join("\n")}`);
}
