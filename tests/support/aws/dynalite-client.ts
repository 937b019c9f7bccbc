import { ConditionalCheckFailedException, DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { clientSettings } from "#shared/aws/client-settings.ts";
import type { RawItem } from "#shared/aws/dynamo/item.ts";
import { attribute } from "#shared/aws/dynamo/schema.ts";

/** Fields of a write that name the item, in a Put or in an Update. */
interface NamedItem {
  readonly TableName: string;
  readonly Key?: RawItem;
  readonly Item?: RawItem;
}

/**
 * Returns a client with the same settings as the product's, for dynalite. DynamoDB returns the item that refused a write since 2023;
 * dynalite 4.0.0 doesn't, so the client reads it.
 */
export function dynaliteClient(endpoint: string): DynamoDBClient {
  const client = new DynamoDBClient({
    ...clientSettings(),
    endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const { TableName, Key, Item = Key } = args.input as NamedItem;
        const key = Object.fromEntries(Object.entries(Item ?? {}).filter(([name]) => keyNames.has(name)));
        const found = await client.send(new GetItemCommand({ TableName, Key: key, ConsistentRead: true }));
        if (found.Item !== undefined) error.Item = found.Item;
        throw error;
      }
    },
    { step: "initialize" },
  );
  return client;
}

const keyNames: ReadonlySet<string> = new Set([attribute.pk, attribute.sk]);
