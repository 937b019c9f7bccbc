import { callouts } from "#shared/node/callouts.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { startRuntime } from "../../local-runtime/runtime.ts";

// Latchkey for receivers on this machine, which it calls nowhere else: node bench/webhooks/relaying-latchkey.ts <folder> <FileMaker Server>
const [dataFolder = "", server = ""] = process.argv.slice(2);
const settings = readLocalSettings({ PORT: "0", DATA_DIR: dataFolder, FMS_URL: server });
const here = callouts({ isAllowed: (address) => address === "127.0.0.1", addressesOf: async () => ["127.0.0.1"] });
const runtime = await startRuntime(settings, server, { decorate: (platform) => ({ ...platform, callouts: here }) });
process.stdout.write(`${runtime.localUrl}\n`);
process.once("SIGTERM", () => {
  void runtime.stop().then(() => process.exit(0));
});
