import { writeSync } from "node:fs";
import { systemClock } from "#shared/node/clock.ts";
import { openQueue } from "../../../local-runtime/storage/queue/queue.ts";

// Receives one message and holds it until it is killed. Argument: file.
const [file = ""] = process.argv.slice(2);
const queue = openQueue({ file, clock: systemClock });
const [message] = await queue.receive({ maxMessages: 1, visibilitySeconds: 5_400 });
writeSync(1, `${message?.body}\n`);
setInterval(() => undefined, 60_000);
