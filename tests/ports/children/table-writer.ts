import { writeSync } from "node:fs";
import { openTable } from "../../../local-runtime/table.ts";
import { systemClock } from "../../../shared/node/clock.ts";

// Writes until it is killed, two items at a time, and says what was acknowledged. Argument: file.
const [file = ""] = process.argv.slice(2);
const table = openTable({ file, clock: systemClock });
for (let place = 0; ; place++) {
  const sk = String(place).padStart(8, "0");
  await table.transact([
    { put: { pk: "one", sk, fields: { place } } },
    { put: { pk: "other", sk, fields: { place } } },
  ]);
  writeSync(1, `${sk}\n`);
}
