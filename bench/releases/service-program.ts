import { enableCompileCache } from "node:module";

// As the product's own entry points do, whose code is not read anew at each start.
enableCompileCache();
const { readLocalSettings } = await import("../../functions/settings/local.ts");
const { startRuntime } = await import("../../local-runtime/runtime.ts");
const { calloutsToThisMachine } = await import("./callouts-to-this-machine.ts");

/** The service as `npm start` runs it, but that it calls this machine. Arguments: data folder, FileMaker Server's address. */
const [dataDir = "", fmsUrl = ""] = process.argv.slice(2);
const settings = readLocalSettings({ PORT: "0", DATA_DIR: dataDir, FMS_URL: fmsUrl, DISK_FLOOR_MB: "1" });
const runtime = await startRuntime(settings, fmsUrl, {
  decorate: (platform) => ({ ...platform, callouts: calloutsToThisMachine }),
});
process.stdout.write(`${runtime.baseUrl}\n`);
process.once("SIGTERM", () => void runtime.stop().then(() => process.exit()));
