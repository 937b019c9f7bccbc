import { DynamoDBClient, type QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { clientSettings } from "../../shared/aws/client-settings.ts";

/** A client as ours are set, for the emulator. */
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

/** dynoxide 1.2.1 compares prefixes as if `A` and `a` were one, and ranges as DynamoDB does: so a prefix becomes a range. */
function withCase(input: QueryCommandInput): QueryCommandInput {
  const [call, name, alias = ""] = /begins_with\((#\w+), (:\w+)\)/.exec(input.KeyConditionExpression ?? "") ?? [];
  const values = input.ExpressionAttributeValues ?? {};
  const prefix = values[alias]?.S;
  if (call === undefined || prefix === undefined) return input;
  return {
    ...input,
    KeyConditionExpression: input.KeyConditionExpression?.replace(call, `${name} BETWEEN ${alias} AND :last`),
    ExpressionAttributeValues: { ...values, ":last": { S: lastWith(prefix) } },
  };
}

/** The greatest of all sort keys that start with `prefix`. */
function lastWith(prefix: string): string {
  let last = prefix;
  for (const greatest of ["\u{10ffff}", "\uffff", "\u07ff", "\u007f"]) {
    while (Buffer.byteLength(last + greatest) <= 1024) last += greatest;
  }
  return last;
}
