import { DescribeTableCommand, type DynamoDBClient, UpdateTableCommand } from "@aws-sdk/client-dynamodb";

/**
 * Turns on a table's deletion protection. Returns false if it was on. The template doesn't set it: CloudFormation couldn't delete the table
 * when it rolls back the deployment that created it.
 */
export async function protectFromDeletion(client: Pick<DynamoDBClient, "send">, table: string): Promise<boolean> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  if (Table?.DeletionProtectionEnabled === true) return false;
  await client.send(new UpdateTableCommand({ TableName: table, DeletionProtectionEnabled: true }));
  return true;
}
