import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";

/** DynamoDB table and dependencies of its adapter. */
export interface DynamoTableOptions {
  readonly client: Pick<DynamoDBClient, "send">;
  readonly tableName: string;
  readonly clock: Clock;
  readonly ids: Ids;
}
