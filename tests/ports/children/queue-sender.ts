import { writeSync } from "node:fs";
import { systemClock } from "#shared/node/clock.ts";
import { openQueue } from "../../../local-runtime/storage/queue/queue.ts";

// Sends until it is killed, and prints acknowledged messages. Argument: file.
const [file = ""] = process.argv.slice(2);
const queue = openQueue({ file, clock: systemClock });
for (let index = 0; ; index++) {
  const body = `message ${index}`;
  await queue.send({ body });
  writeSync(1, `${body}\n`);
}
