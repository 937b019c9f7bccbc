import {
  type AttributeValue,
  type DynamoDBClient,
  QueryCommand,
  type QueryCommandInput,
} from "@aws-sdk/client-dynamodb";
import { checkKey, checkQuery } from "#shared/ports/limits/table-limits.ts";
import { CursorRefused, type Item, type Key, type Page, type Query } from "#shared/ports/table.ts";
import { living } from "./conditions.ts";
import { expression } from "./expression.ts";
import { itemOf, rawKey } from "./item.ts";
import { attribute, indexName } from "./schema.ts";
import { tableError } from "./table-error.ts";

/** Reads one page: with one Query, and more only if expired items took up space. */
export async function readPage(
  client: Pick<DynamoDBClient, "send">,
  tableName: string,
  query: Query,
  nowSeconds: number,
): Promise<Page> {
  const limit = checkQuery(query);
  const byIndex = query.index === true;
  const input = queryInput(tableName, query, nowSeconds);
  const items: Item[] = [];
  let from = query.cursor === undefined ? undefined : startKey(readCursor(query), query);
  for (let call = 1; ; call++) {
    // One more than requested shows whether there is more.
    const wanted = limit + 1 - items.length;
    const answer = await send(client, {
      ...input,
      Limit: wanted,
      ...(from === undefined ? {} : { ExclusiveStartKey: from }),
    });
    items.push(...(answer.Items ?? []).map(itemOf));
    const last = items[limit - 1];
    if (items.length > limit && last !== undefined)
      return { items: items.slice(0, limit), cursor: writeCursor(last, byIndex) };
    from = answer.LastEvaluatedKey;
    if (from === undefined) return { items };
    // DynamoDB ended the page because of its size, not because of expired items.
    const isFull = (answer.ScannedCount ?? wanted) < wanted && items.length > 0;
    if (isFull || call === maxCalls) return { items, cursor: writeCursor(positionOf(from), byIndex) };
  }
}

const maxCalls = 20;

function queryInput(tableName: string, { pk, prefix = "", index = false, reverse = false }: Query, nowSeconds: number) {
  const terms = expression();
  const [pkName, skName] = index ? [attribute.indexPk, attribute.indexSk] : [attribute.pk, attribute.sk];
  const partition = `${terms.name(pkName)} = ${terms.value({ S: pk })}`;
  const within = prefix === "" ? "" : ` AND begins_with(${terms.name(skName)}, ${terms.value({ S: prefix })})`;
  return {
    TableName: tableName,
    KeyConditionExpression: partition + within,
    FilterExpression: living(terms, nowSeconds),
    ScanIndexForward: !reverse,
    ...(index ? { IndexName: indexName } : { ConsistentRead: true }),
    ...terms.attributes(),
  } satisfies QueryCommandInput;
}

async function send(client: Pick<DynamoDBClient, "send">, input: QueryCommandInput) {
  try {
    return await client.send(new QueryCommand(input));
  } catch (error) {
    throw tableError(error);
  }
}

/** Position in a query: the item's key, and its index key if the index is read. */
type QueryPosition = Key & { readonly index?: Key };

function positionOf(raw: Record<string, AttributeValue>): QueryPosition {
  const text = (name: string): string => raw[name]?.S ?? "";
  const index = { pk: text(attribute.indexPk), sk: text(attribute.indexSk) };
  return { pk: text(attribute.pk), sk: text(attribute.sk), index };
}

function startKey(position: QueryPosition, { pk, index = false }: Query): Record<string, AttributeValue> {
  if (!index) return rawKey({ pk, sk: position.sk });
  return { ...rawKey(position), [attribute.indexPk]: { S: pk }, [attribute.indexSk]: { S: position.index?.sk ?? "" } };
}

function writeCursor({ pk, sk, index }: QueryPosition, byIndex: boolean): string {
  return Buffer.from(JSON.stringify(byIndex ? [index?.sk, pk, sk] : [sk])).toString("base64url");
}

/** Parses a cursor. Callers hold cursors, so a modified one must not lead outside of its query. */
function readCursor({ cursor = "", pk, prefix = "", index = false }: Query): QueryPosition {
  const parts = parsed(Buffer.from(cursor, "base64url").toString());
  if (!Array.isArray(parts) || parts.length !== (index ? 3 : 1))
    throw new CursorRefused("This cursor doesn't belong to a query");
  const texts = parts.filter((part) => typeof part === "string");
  const [first = "", itemPk = pk, itemSk = first] = texts;
  if (texts.length !== parts.length || !first.startsWith(prefix))
    throw new CursorRefused("This cursor belongs to another query");
  const position = { pk: itemPk, sk: itemSk, index: { pk, sk: first } };
  try {
    checkKey(position);
    checkKey(position.index);
  } catch (error) {
    throw new CursorRefused("This cursor doesn't belong to a query", { cause: error });
  }
  return position;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CursorRefused("This cursor doesn't belong to a query", { cause: error });
  }
}
