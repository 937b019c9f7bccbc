import { DynamoDBClient, type QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { type KeyQuery, prefixAsRange } from "../../../sandbox/dynamodb/prefix-as-range.ts";

/** Returns a client with the same settings as the product's, for the emulator. */
export function dynoxideClient(endpoint: string): DynamoDBClient {
  const client = new DynamoDBClient({
    ...clientSettings(),
    endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
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
