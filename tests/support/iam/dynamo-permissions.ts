import type { Permission } from "./policy.ts";

type Text = { readonly S?: string };
type Expressions = Readonly<Record<string, unknown>> & {
  readonly Key?: Readonly<Record<string, Text>>;
  readonly Item?: Readonly<Record<string, Text>>;
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, Text>>;
  readonly ProjectionExpression?: string;
  readonly Select?: string;
  readonly ReturnValues?: string;
  readonly TransactItems?: readonly Readonly<Record<string, Expressions>>[];
};

const transactionActions: Readonly<Record<string, string>> = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
  Get: "GetItem",
};

/** Returns the permissions that a DynamoDB call needs. A transaction needs the permission of each item's own call. */
export function dynamoPermissions(command: string, input: object, table: string): readonly Permission[] {
  const { TransactItems, ...single } = input as Expressions;
  if (TransactItems === undefined) return [permission(command, single, table)];
  return TransactItems.flatMap((item) =>
    Object.entries(item).map(([kind, part]) => permission(transactionActions[kind] ?? kind, part, table)),
  );
}

function permission(operation: string, part: Expressions, table: string): Permission {
  const { IndexName, Select, ReturnValues } = part;
  const attributes = attributesOf(part);
  return {
    action: `dynamodb:${operation}`,
    resource: IndexName === undefined ? table : `${table}/index/${IndexName}`,
    keys: {
      "dynamodb:LeadingKeys": leadingKeys(operation, part),
      ...(attributes.length > 0 && { "dynamodb:Attributes": attributes }),
      ...(Select !== undefined && { "dynamodb:Select": [Select] }),
      ...(ReturnValues !== undefined && { "dynamodb:ReturnValues": [ReturnValues] }),
    },
  };
}

function leadingKeys(operation: string, part: Expressions): readonly string[] {
  const key = (part.Key ?? part.Item)?.pk?.S ?? queriedPartition(part);
  // A ForAllValues condition is true for an empty set of values, so a call whose partition is missed here would pass.
  if (key === undefined) throw new Error(`No partition key is seen in ${operation} ${JSON.stringify(part)}`);
  return [key];
}

function queriedPartition({ KeyConditionExpression = "", ExpressionAttributeValues = {} }: Expressions) {
  const [, value = ""] = /^\s*\S+\s*=\s*(:\w+)/.exec(KeyConditionExpression) ?? [];
  return ExpressionAttributeValues[value]?.S;
}

/** Returns the top-level attributes that a call names, in its item or its expressions. */
function attributesOf({ Key = {}, Item = {}, ExpressionAttributeNames = {}, ...part }: Expressions): readonly string[] {
  const expressions = Object.entries(part)
    .filter(([name]) => name.endsWith("Expression"))
    .map(([, text]) => String(text))
    .join(" ");
  // A dot precedes a nested name within an attribute.
  const aliases = [...expressions.matchAll(/(?<![.\w])#\w+/g)].map(
    ([alias]) => ExpressionAttributeNames[alias] ?? alias,
  );
  return [...new Set([...Object.keys(Key), ...Object.keys(Item), ...aliases])];
}
