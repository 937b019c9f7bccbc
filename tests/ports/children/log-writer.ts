import { systemClock } from "#shared/node/clock.ts";
import { openLog } from "../../../local-runtime/logs/log.ts";

// Logs, and exits without closing the log. Argument: folder.
const [folder = ""] = process.argv.slice(2);
const log = openLog({ folder, clock: systemClock });
for (let n = 0; n < 1_000; n++) log.info({ n, text: "x".repeat(100) });
log.error({ fault: true });
setImmediate(() => {
  for (let n = 1_000; n < 1_010; n++) log.info({ n });
  process.exit(3);
});
