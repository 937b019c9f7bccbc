import { DynamoDBClient, type DynamoDBClientConfig, type QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { type KeyQuery, prefixAsRange } from "../../../sandbox/dynamodb/prefix-as-range.ts";

/** Returns a client with the same settings as the product's, for the emulator. `more`: options that replace those settings. */
export function dynoxideClient(endpoint: string, more: Partial<DynamoDBClientConfig> = {}): DynamoDBClient {
  const client = new DynamoDBClient({
    ...clientSettings(),
    endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    ...more,
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        next(commandName === "QueryCommand" ? { ...args, input: withCase(args.input as QueryCommandInput) } : args),
    { step: "initialize" },
  );
  return client;
}

function withCase(input: QueryCommandInput): QueryCommandInput {
  return prefixAsRange(input as KeyQuery) as QueryCommandInput;
}
