import { parseArgs } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { protectTable, restoreTable } from "./deployment/restore-table.ts";

// Copies a restored table over the one that a stack uses:
// npm run restore-table -- --region=eu-central-1 --from=restored --into=latchkey-prod-Table-1
// Without --from, turns on what a restored table lacks, so that a new stack can be made around it.
const { values } = parseArgs({
  options: { region: { type: "string" }, from: { type: "string" }, into: { type: "string" } },
});
const { region, from, into } = values;
if (region === undefined || into === undefined) {
  process.stdout.write("Required: --region and --into; --from to copy items.\n");
  process.exitCode = 2;
} else {
  const client = new DynamoDBClient({ region });
  await protectTable(client, into);
  process.stdout.write(`${into} expires its items, supports point-in-time recovery, and is protected from deletion.\n`);
  if (from !== undefined) {
    const { copied, counters, leftOut } = await restoreTable(client, from, into);
    process.stdout.write(
      `${copied} items copied, ${counters} counters kept or raised, ${leftOut} expired or outdated items skipped.\n`,
    );
  }
  client.destroy();
}
