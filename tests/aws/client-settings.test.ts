import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { rawServer } from "../support/http/raw-server.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };

test("three attempts are made on a server that accepts calls and never responds", async () => {
  const server = await rawServer(() => {});
  const settings = clientSettings({ answerMs: 20 });
  const client = new DynamoDBClient({ ...settings, endpoint: server.origin, region: "eu-central-1", credentials });
  onTestFinished(() => client.destroy());
  await expect(client.send(new ListTablesCommand({}))).rejects.toMatchObject({
    name: "TimeoutError",
    $metadata: { attempts: 3 },
  });
  expect(server.received).toHaveLength(3);
});
