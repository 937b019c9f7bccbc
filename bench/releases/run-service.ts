import { collectBuffersEarly, compileWebAssemblyOnce, giveBackMemory, keepNewObjectsYoung } from "#shared/node/heap.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { startRuntime } from "../../local-runtime/runtime.ts";
import { calloutsToThisMachine } from "./callouts-to-this-machine.ts";

/** Runs the service like `npm start`, except that it can call this machine. Arguments: data folder, FileMaker Server's address. */
export async function runService([dataDir = "", fmsUrl = ""]: readonly string[]): Promise<void> {
  collectBuffersEarly();
  compileWebAssemblyOnce();
  keepNewObjectsYoung();
  const settings = readLocalSettings({ PORT: "0", DATA_DIR: dataDir, FMS_URL: fmsUrl, DISK_FLOOR_MB: "1" });
  const runtime = await startRuntime(settings, fmsUrl, {
    decorate: (platform) => ({ ...platform, callouts: calloutsToThisMachine }),
  });
  giveBackMemory();
  process.stdout.write(`${runtime.baseUrl}\n`);
  process.once("SIGTERM", () => void runtime.stop().then(() => process.exit()));
}
