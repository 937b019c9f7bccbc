import { once } from "node:events";
import { systemClock } from "#shared/node/clock.ts";
import { openTable } from "../../../local-runtime/storage/table/table.ts";

// Opens the table when a line arrives on its standard input, then counts. Arguments: file, number of times.
const [file = "", times = "0"] = process.argv.slice(2);
console.log("ready");
await once(process.stdin, "data");
process.stdin.destroy();

const table = openTable({ file, clock: systemClock });
for (let count = 0; count < Number(times); count++) {
  await table.update({ pk: "shared", sk: "counter" }, { add: { count: 1 } });
}
table.close();
console.log("done");
