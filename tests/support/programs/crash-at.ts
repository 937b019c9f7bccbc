import type { Table } from "#shared/ports/table.ts";
import { readLocalSettings } from "../../../functions/settings/local.ts";
import { startRuntime } from "../../../local-runtime/runtime.ts";

/**
 * The service in a process that ends itself at a write to its store: before or after the one with this number, counted from
 * the moment a line arrives on standard input. Arguments: data folder, FileMaker Server's address, `before` or `after`, number.
 */
const [dataDir = "", fmsUrl = "", side = "", number = ""] = process.argv.slice(2);
let armed = false;
let writes = 0;

const settings = readLocalSettings({ PORT: "0", DATA_DIR: dataDir, FMS_URL: fmsUrl });
const runtime = await startRuntime(settings, fmsUrl, {
  decorate: (platform) => ({ ...platform, table: crashing(platform.table) }),
});
process.stdin.once("data", () => {
  armed = true;
  process.stdout.write("armed\n");
});
process.stdout.write(`${runtime.baseUrl}\n`);

function crashing(table: Table): Table {
  const writing =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (!armed) return write(...args);
      writes += 1;
      // Others may begin before this one has ended.
      const isIt = writes === Number(number);
      if (isIt && side === "before") kill();
      const answer = await write(...args);
      if (isIt && side === "after") kill();
      return answer;
    };
  return {
    ...table,
    put: writing(table.put),
    update: writing(table.update),
    delete: writing(table.delete),
    transact: writing(table.transact),
  };
}

/** Nothing of this program runs after it: no handler, no flush. */
function kill(): void {
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
