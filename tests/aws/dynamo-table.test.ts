import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { type Dynoxide, startDynoxide } from "../../sandbox/dynamodb/dynoxide.ts";
import { tableSuite } from "../ports/table-suite.ts";
import { dynoxideClient } from "../support/aws/dynoxide-client.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { freshTable, remoteTable } from "./dynamo-worlds.ts";

if (process.env.REMOTE === "1") {
  const client = new DynamoDBClient(clientSettings());
  afterAll(() => client.destroy());
  tableSuite("DynamoDB", async () => {
    const clock = turnableClock(Date.now());
    return { table: await remoteTable(client, clock), clock, close: () => {} };
  });
} else {
  let emulator: Dynoxide;
  let client: DynamoDBClient;
  beforeAll(async () => {
    emulator = await startDynoxide();
    client = dynoxideClient(emulator.endpoint);
  });
  afterAll(async () => {
    client.destroy();
    await emulator.stop();
  });
  tableSuite("DynamoDB as dynoxide has it", async () => {
    const clock = turnableClock();
    return { table: await freshTable(client, clock), clock, close: () => {} };
  });
}
