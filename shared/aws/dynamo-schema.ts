import type { CreateTableCommandInput, UpdateTimeToLiveCommandInput } from "@aws-sdk/client-dynamodb";

/** What the attributes of a stored item are called. */
export const attribute = {
  pk: "pk",
  sk: "sk",
  indexPk: "ipk",
  indexSk: "isk",
  fields: "fields",
  version: "version",
  expiresAt: "expiresAt",
} as const;

/** The ids of the newest writes, newest first: how an adapter that never got its answer recognises its own write. */
export const writeSlots = ["w0", "w1", "w2", "w3"] as const;

/** The one secondary index. */
export const indexName = "byIndex";

/** The table as CreateTable takes it; serverless.yml says the same. */
export function tableDefinition(tableName: string) {
  return {
    TableName: tableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      { AttributeName: attribute.pk, AttributeType: "S" },
      { AttributeName: attribute.sk, AttributeType: "S" },
      { AttributeName: attribute.indexPk, AttributeType: "S" },
      { AttributeName: attribute.indexSk, AttributeType: "S" },
    ],
    KeySchema: [
      { AttributeName: attribute.pk, KeyType: "HASH" },
      { AttributeName: attribute.sk, KeyType: "RANGE" },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: indexName,
        KeySchema: [
          { AttributeName: attribute.indexPk, KeyType: "HASH" },
          { AttributeName: attribute.indexSk, KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "ALL" },
      },
    ],
  } satisfies CreateTableCommandInput;
}

/** The attribute by which DynamoDB deletes what has expired, hours or days later. */
export function timeToLive(tableName: string) {
  return {
    TableName: tableName,
    TimeToLiveSpecification: { Enabled: true, AttributeName: attribute.expiresAt },
  } satisfies UpdateTimeToLiveCommandInput;
}
