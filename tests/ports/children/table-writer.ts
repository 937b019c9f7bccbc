import { writeSync } from "node:fs";
import { systemClock } from "#shared/node/clock.ts";
import { openTable } from "../../../local-runtime/storage/table/table.ts";

// Writes until it is killed, two items at a time, and prints acknowledged items. Argument: file.
const [file = ""] = process.argv.slice(2);
const table = openTable({ file, clock: systemClock });
for (let index = 0; ; index++) {
  const sk = String(index).padStart(8, "0");
  await table.transact([
    { put: { pk: "one", sk, fields: { place: index } } },
    { put: { pk: "other", sk, fields: { place: index } } },
  ]);
  writeSync(1, `${sk}\n`);
}
