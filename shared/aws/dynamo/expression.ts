import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/** Names and values of a request's expressions. Every name is an alias, so reserved words don't matter. */
export interface Expression {
  name(attribute: string): string;
  value(value: AttributeValue): string;
  /** Returns the request parameters for them. */
  attributes(): {
    readonly ExpressionAttributeNames?: Record<string, string>;
    readonly ExpressionAttributeValues?: Record<string, AttributeValue>;
  };
}

export function expression(): Expression {
  const names = new Map<string, string>();
  const values: Record<string, AttributeValue> = {};
  let valueCount = 0;
  return {
    name(attribute) {
      const alias = names.get(attribute) ?? `#n${names.size}`;
      names.set(attribute, alias);
      return alias;
    },
    value(value) {
      const alias = `:v${valueCount++}`;
      values[alias] = value;
      return alias;
    },
    attributes: () => ({
      ...(names.size === 0
        ? {}
        : { ExpressionAttributeNames: Object.fromEntries([...names].map(([name, alias]) => [alias, name])) }),
      ...(valueCount === 0 ? {} : { ExpressionAttributeValues: values }),
    }),
  };
}
