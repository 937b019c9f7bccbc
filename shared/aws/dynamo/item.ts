import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { Item, Key } from "#shared/ports/table.ts";
import { attribute, writeSlots } from "./schema.ts";
import { decodeFields, encodeFields } from "./values.ts";

/** An item as DynamoDB holds it. */
export type RawItem = Readonly<Record<string, AttributeValue>>;

export function rawKey({ pk, sk }: Key): Record<string, AttributeValue> {
  return { [attribute.pk]: { S: pk }, [attribute.sk]: { S: sk } };
}

export function rawItem({ pk, sk, fields, version, expiresAt, index }: Item, writeId: string) {
  const raw: Record<string, AttributeValue> = {
    ...rawKey({ pk, sk }),
    [attribute.fields]: encodeFields(fields),
    [attribute.version]: { N: String(version) },
  };
  for (const [slotNumber, slot] of writeSlots.entries()) raw[slot] = { S: slotNumber === 0 ? writeId : noWrite };
  if (expiresAt !== undefined) raw[attribute.expiresAt] = { N: String(expiresAt) };
  if (index !== undefined) {
    raw[attribute.indexPk] = { S: index.pk };
    raw[attribute.indexSk] = { S: index.sk };
  }
  return raw;
}

/** What an empty slot of write ids holds. */
export const noWrite = "";

export function itemOf(raw: RawItem): Item {
  const expiresAt = raw[attribute.expiresAt]?.N;
  const indexPk = raw[attribute.indexPk]?.S;
  return {
    pk: text(raw, attribute.pk),
    sk: text(raw, attribute.sk),
    fields: decodeFields(raw[attribute.fields]),
    version: Number(raw[attribute.version]?.N),
    ...(expiresAt === undefined ? {} : { expiresAt: Number(expiresAt) }),
    ...(indexPk === undefined ? {} : { index: { pk: indexPk, sk: text(raw, attribute.indexSk) } }),
  };
}

/** The item, unless there is none or it has expired, deleted or not. */
export function livingItem(raw: RawItem | undefined, nowSeconds: number): Item | undefined {
  const item = raw === undefined ? undefined : itemOf(raw);
  return item?.expiresAt !== undefined && item.expiresAt <= nowSeconds ? undefined : item;
}

/** How many writes came after the one of this id: 0 when it was the last, undefined when it is not known here. */
export function writesSince(raw: RawItem | undefined, writeId: string): number | undefined {
  const slotNumber = writeSlots.findIndex((slot) => raw?.[slot]?.S === writeId);
  return slotNumber < 0 ? undefined : slotNumber;
}

function text(raw: RawItem, name: string): string {
  const value = raw[name]?.S;
  if (value === undefined) throw new TypeError("An item was not written by this service");
  return value;
}
