import { fileURLToPath } from "node:url";
import { buildConsole } from "../../local-runtime/console/console-build.ts";

/** Builds the console where it is older than its sources, so that no program that a test starts does it meanwhile. */
export default async function consoleOfTheRun(): Promise<void> {
  const failures: string[] = [];
  await buildConsole(fileURLToPath(new URL("../../", import.meta.url)), (reason) => failures.push(reason)).over;
  if (failures.length > 0) throw new Error(`The console could not be built: ${failures.join("\n")}`);
}
