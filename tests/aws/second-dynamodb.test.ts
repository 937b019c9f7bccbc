import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { afterAll, beforeAll } from "vitest";
import { type Differences, tableSuite } from "../ports/table-suite.ts";
import { dynaliteClient } from "../support/aws/dynalite-client.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { freshTable } from "./dynamo-worlds.ts";

const noTransactions = "dynalite has no TransactWriteItems";
const conditionalDelete = "a conditional delete is a transaction of one write, and dynalite has no TransactWriteItems";
const differences: Differences = {
  'a delete on an item of version 2 does not happen on condition "absent"': conditionalDelete,
  'a delete on an item of version 2 happens on condition "present"': conditionalDelete,
  'a delete on an item of version 2 does not happen on condition {"version":1}': conditionalDelete,
  'a delete on an item of version 2 happens on condition {"version":2}': conditionalDelete,
  'a delete on an item of version 2 does not happen on condition {"version":3}': conditionalDelete,
  'a delete on a missing item happens on condition "absent"': conditionalDelete,
  'a delete on a missing item does not happen on condition "present"': conditionalDelete,
  'a delete on a missing item does not happen on condition {"version":1}': conditionalDelete,
  "for every condition, an expired item is missing": conditionalDelete,
  "all writes of a transaction happen": noTransactions,
  "if a put fails, nothing happens, and the error says which write it was": noTransactions,
  "if a update fails, nothing happens, and the error says which write it was": noTransactions,
  "if a delete fails, nothing happens, and the error says which write it was": noTransactions,
  "if a check fails, nothing happens, and the error says which write it was": noTransactions,
  "if a delete fails in writes that are made in order, none after it happens, and the error says which it was":
    conditionalDelete,
  "if a check fails in writes that are made in order, none after it happens, and the error says which it was":
    noTransactions,
  "writes that are made in order all happen": conditionalDelete,
  "two concurrent transactions on the same items don't mix": noTransactions,
  "a transaction accepts at most 100 writes, and at least one": noTransactions,
};

const server = dynalite({ createTableMs: 0 });
let client: DynamoDBClient;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  client = dynaliteClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  client.destroy();
  server.close();
  await once(server, "close");
});

tableSuite(
  "DynamoDB as dynalite has it",
  async () => {
    const clock = turnableClock();
    return { table: await freshTable(client, clock), clock, close: () => {} };
  },
  { differences, hasTransactions: false },
);
