import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { Item, Key } from "#shared/ports/table.ts";
import { attribute, writeSlots } from "./schema.ts";
import { decodeFields, encodeFields } from "./values.ts";

/** Item in DynamoDB's format. */
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

/** Value of an empty write id slot. */
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

/** Returns the item. Undefined if it is missing or expired. */
export function livingItem(raw: RawItem | undefined, nowSeconds: number): Item | undefined {
  const item = raw === undefined ? undefined : itemOf(raw);
  return item?.expiresAt !== undefined && item.expiresAt <= nowSeconds ? undefined : item;
}

/** Returns the number of writes after the one with this id: 0 if it was the last, undefined if the id is unknown. */
export function writesSince(raw: RawItem | undefined, writeId: string): number | undefined {
  const slotNumber = writeSlots.findIndex((slot) => raw?.[slot]?.S === writeId);
  return slotNumber < 0 ? undefined : slotNumber;
}

function text(raw: RawItem, name: string): string {
  const value = raw[name]?.S;
  if (value === undefined) throw new TypeError("The item wasn't written by this service");
  return value;
}
