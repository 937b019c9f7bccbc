import { ResourceRejected } from "../errors.ts";
import { arn, generatedName, type ResourceType } from "../resource-type.ts";
import { isObject, type Properties, type Value } from "../template.ts";

export const table: ResourceType = {
  type: "AWS::DynamoDB::Table",
  identify(request) {
    const name = String(request.properties.TableName ?? generatedName(request, 255));
    return { id: name, attributes: { Arn: arn(request, "dynamodb", `table/${name}`) }, uniqueKey: name };
  },
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
  check({ properties }) {
    const keys = [properties, ...listOf(properties.GlobalSecondaryIndexes)].flatMap(({ KeySchema }) =>
      attributesIn(KeySchema),
    );
    const defined = attributesIn(properties.AttributeDefinitions);
    if (new Set(keys).size !== defined.length || !defined.every((name) => keys.includes(name)))
      throw new ResourceRejected("The attributes of the keys don't match AttributeDefinitions");
  },
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
  checkUpdate(existing, { properties }) {
    const [before, after] = [existing.properties, properties].map(({ GlobalSecondaryIndexes }) =>
      listOf(GlobalSecondaryIndexes).map(({ IndexName }) => String(IndexName)),
    );
    const changed = new Set(before).symmetricDifference(new Set(after));
    if (changed.size > 1)
      throw new ResourceRejected("Cannot perform more than one GSI creation or deletion in a single update");
  },
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithTables.Basics.html
  checkDelete({ properties: { DeletionProtectionEnabled } }) {
    if (DeletionProtectionEnabled === true || DeletionProtectionEnabled === "true")
      throw new ResourceRejected(
        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.",
      );
  },
};

function listOf(value: Value | undefined): readonly Properties[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function attributesIn(schema: Value | undefined): readonly string[] {
  return listOf(schema).map(({ AttributeName }) => String(AttributeName));
}
