import type { CreateTableCommandInput, UpdateTimeToLiveCommandInput } from "@aws-sdk/client-dynamodb";
import { attribute, indexName } from "#shared/aws/dynamo/schema.ts";

/** Returns the table as input of CreateTable; serverless.yml has the same definition. */
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

/** Returns the attribute by which DynamoDB deletes expired items, hours or days later. */
export function timeToLive(tableName: string) {
  return {
    TableName: tableName,
    TimeToLiveSpecification: { Enabled: true, AttributeName: attribute.expiresAt },
  } satisfies UpdateTimeToLiveCommandInput;
}
