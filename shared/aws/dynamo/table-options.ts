import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";

/** The table in DynamoDB, and what its adapter is built on. */
export interface DynamoTableOptions {
  readonly client: Pick<DynamoDBClient, "send">;
  readonly tableName: string;
  readonly clock: Clock;
  readonly ids: Ids;
}
