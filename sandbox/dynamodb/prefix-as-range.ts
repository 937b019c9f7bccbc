/** Fields of a Query that are rewritten: its key condition and the values in it. */
export interface KeyQuery {
  readonly KeyConditionExpression?: string | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S?: string | undefined }>> | undefined;
}

/** Replaces a prefix by a range: dynoxide 1.2.1 ignores case in prefixes, but compares ranges like DynamoDB. */
export function prefixAsRange<Q extends KeyQuery>(query: Q): Q {
  const [call, name, alias = ""] = /begins_with\((#\w+), (:\w+)\)/.exec(query.KeyConditionExpression ?? "") ?? [];
  const values = query.ExpressionAttributeValues ?? {};
  const prefix = values[alias]?.S;
  if (call === undefined || prefix === undefined) return query;
  return {
    ...query,
    KeyConditionExpression: query.KeyConditionExpression?.replace(call, `${name} BETWEEN ${alias} AND :last`),
    ExpressionAttributeValues: { ...values, ":last": { S: lastWith(prefix) } },
  };
}

/** Returns the last possible sort key with a prefix. */
function lastWith(prefix: string): string {
  let last = prefix;
  for (const greatest of ["\u{10ffff}", "\uffff", "\u07ff", "\u007f"]) {
    while (Buffer.byteLength(last + greatest) <= 1024) last += greatest;
  }
  return last;
}
