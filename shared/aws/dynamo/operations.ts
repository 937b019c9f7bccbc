import type { ConditionCheck, Delete, Put, Update } from "@aws-sdk/client-dynamodb";
import type { Change, Condition, Fields, Item, Key, NewItem, Write } from "#shared/ports/table.ts";
import { absent, conditionText, living, missing, notYetWritten, present } from "./conditions.ts";
import { type Expression, expression } from "./expression.ts";
import { noWrite, rawItem, rawKey } from "./item.ts";
import { attribute, writeSlots } from "./schema.ts";
import { encodeFields, encodeValue } from "./values.ts";

/** Kind of a write: create a new item, or change an existing one. Only the store knows which applies; a wrong guess is refused. */
export type Mode = "create" | "change";

export interface WriteContext {
  readonly tableName: string;
  readonly nowSeconds: number;
  readonly writeId: string;
  readonly mode: Mode;
}

/** Write for TransactWriteItems. Single calls use the same form. */
export type Operation =
  | { readonly Put: Put }
  | { readonly Update: Update }
  | { readonly Delete: Delete }
  | { readonly ConditionCheck: ConditionCheck };

export function firstMode(write: Write): Mode {
  return write.condition === "absent" ? "create" : "change";
}

/** Returns the item that a write creates. */
export function created(write: { readonly put: NewItem } | { readonly update: Key; readonly change: Change }): Item {
  if ("put" in write) return { ...write.put, version: 1 };
  const { set = {}, add = {}, expiresAt } = write.change;
  return {
    ...write.update,
    fields: { ...set, ...add },
    version: 1,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

export function operationOf(write: Write, at: WriteContext): Operation {
  if ("delete" in write) return { Delete: { ...conditional(write.delete, write.condition, at) } };
  if ("check" in write) {
    const { ConditionExpression = "", ...check } = conditional(write.check, write.condition, at);
    return { ConditionCheck: { ...check, ConditionExpression } };
  }
  if (at.mode === "create") return { Put: creation(created(write), at) };
  return { Update: "put" in write ? replacement(write.put, write.condition, at) : amendment(write, at) };
}

const onRefusal = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;

function conditional(key: Key, condition: Condition | undefined, at: WriteContext) {
  const terms = expression();
  const text = condition === undefined ? undefined : conditionText(terms, condition, at.nowSeconds);
  return {
    TableName: at.tableName,
    Key: rawKey(key),
    ...(text === undefined ? {} : { ConditionExpression: text, ...terms.attributes(), ...onRefusal }),
  };
}

function creation(item: Item, { tableName, nowSeconds, writeId }: WriteContext): Put {
  const terms = expression();
  return {
    TableName: tableName,
    Item: rawItem(item, writeId),
    ConditionExpression: absent(terms, nowSeconds),
    ...terms.attributes(),
    ...onRefusal,
  };
}

/** Returns a put for an item that may exist: one call that replaces everything and still increments the version. */
function replacement(
  { pk, sk, fields, index, expiresAt }: NewItem,
  condition: Condition | undefined,
  at: WriteContext,
) {
  const terms = expression();
  const setting = [`${terms.name(attribute.fields)} = ${terms.value(encodeFields(fields))}`];
  const removing: string[] = [];
  for (const [name, value] of [
    [attribute.indexPk, index === undefined ? undefined : { S: index.pk }],
    [attribute.indexSk, index === undefined ? undefined : { S: index.sk }],
    [attribute.expiresAt, expiresAt === undefined ? undefined : { N: String(expiresAt) }],
  ] as const) {
    if (value === undefined) removing.push(terms.name(name));
    else setting.push(`${terms.name(name)} = ${terms.value(value)}`);
  }
  const unless =
    condition === undefined
      ? `${missing(terms)} OR (${living(terms, at.nowSeconds)} AND ${notYetWritten(terms, at.writeId)})`
      : `${conditionText(terms, condition, at.nowSeconds)} AND ${notYetWritten(terms, at.writeId)}`;
  return update({ pk, sk }, terms, setting, removing, unless, at);
}

/** Returns an update of an existing item: a path into `fields` requires `fields`. */
function amendment(
  { update: key, change, condition }: { readonly update: Key; readonly change: Change; readonly condition?: Condition },
  at: WriteContext,
) {
  const terms = expression();
  const setting: string[] = [];
  const removing: string[] = [];
  const path = (name: string): string => `${terms.name(attribute.fields)}.${terms.name(name)}`;
  for (const [name, value] of Object.entries<Fields[string]>(change.set ?? {})) {
    if (value === undefined) removing.push(path(name));
    else setting.push(`${path(name)} = ${terms.value(encodeValue(name, value))}`);
  }
  for (const [name, amount] of Object.entries(change.add ?? {})) {
    const [zero, by] = [terms.value({ N: "0" }), terms.value({ N: String(amount) })];
    setting.push(`${path(name)} = if_not_exists(${path(name)}, ${zero}) + ${by}`);
  }
  if (change.expiresAt !== undefined) {
    setting.push(`${terms.name(attribute.expiresAt)} = ${terms.value({ N: String(change.expiresAt) })}`);
  }
  const must = condition === undefined ? present(terms, at.nowSeconds) : conditionText(terms, condition, at.nowSeconds);
  const unless = `${must} AND ${notYetWritten(terms, at.writeId)}`;
  return update(key, terms, setting, removing, unless, at);
}

function update(
  key: Key,
  terms: Expression,
  setting: readonly string[],
  removing: readonly string[],
  condition: string,
  { tableName, writeId }: WriteContext,
): Update {
  const [version, zero, one] = [terms.name(attribute.version), terms.value({ N: "0" }), terms.value({ N: "1" })];
  const sets = [...setting, `${version} = if_not_exists(${version}, ${zero}) + ${one}`, ...shifted(terms, writeId)];
  return {
    TableName: tableName,
    Key: rawKey(key),
    UpdateExpression: `SET ${sets.join(", ")}${removing.length === 0 ? "" : ` REMOVE ${removing.join(", ")}`}`,
    ConditionExpression: condition,
    ...terms.attributes(),
    ...onRefusal,
  };
}

/** Inserts the newest write's id in front of the earlier ones. */
function shifted(terms: Expression, writeId: string): readonly string[] {
  const none = terms.value({ S: noWrite });
  return writeSlots.map((slot, slotNumber) => {
    const before = writeSlots[slotNumber - 1];
    if (before === undefined) return `${terms.name(slot)} = ${terms.value({ S: writeId })}`;
    return `${terms.name(slot)} = if_not_exists(${terms.name(before)}, ${none})`;
  });
}
