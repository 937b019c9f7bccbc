import { writeSync } from "node:fs";
import { openQueue } from "../../../local-runtime/queue.ts";
import { systemClock } from "../../../shared/node/clock.ts";

// Sends until it is killed, and says what was acknowledged. Argument: file.
const [file = ""] = process.argv.slice(2);
const queue = openQueue({ file, clock: systemClock });
for (let place = 0; ; place++) {
  const body = `message ${place}`;
  await queue.send({ body });
  writeSync(1, `${body}\n`);
}
