import { readLocalSettings } from "../../../functions/settings/local.ts";
import { startRuntime } from "../../../local-runtime/runtime.ts";
import { crashingWrites } from "../crashes/crashing-writes.ts";

/**
 * Runs the service in a process that ends itself at a write to its store: before or after the write with this number, counted from the time
 * when a line arrives on standard input. Arguments: data folder, FileMaker Server's address, `before` or `after`, number.
 */
const [dataDir = "", fmsUrl = "", side = "", number = ""] = process.argv.slice(2);
const point = { side: side === "before" ? "before" : "after", number: Number(number) } as const;
let armed = false;
const crashing = crashingWrites(() => (armed ? point : undefined), kill);

const settings = readLocalSettings({ PORT: "0", DATA_DIR: dataDir, FMS_URL: fmsUrl });
const runtime = await startRuntime(settings, fmsUrl, {
  decorate: (platform) => ({ ...platform, table: crashing.of("table", platform.table) }),
});
process.stdin.once("data", () => {
  armed = true;
  process.stdout.write("armed\n");
});
process.stdout.write(`${runtime.baseUrl}\n`);

/** Kills this program; no handler or flush runs afterwards. */
function kill(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return new Promise(() => undefined);
}
