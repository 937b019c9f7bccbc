import type { Condition, Item } from "#shared/ports/table.ts";
import type { Expression } from "./expression.ts";
import { attribute, writeSlots } from "./schema.ts";

/** True if a condition holds for the current item, if there is one. */
export function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  if (condition === undefined) return true;
  if (condition === "absent") return item === undefined;
  if (condition === "present") return item !== undefined;
  return item?.version === condition.version;
}

/** Returns the same condition as a DynamoDB expression. */
export function conditionText(terms: Expression, condition: Condition, nowSeconds: number): string {
  if (condition === "absent") return absent(terms, nowSeconds);
  if (condition === "present") return present(terms, nowSeconds);
  const version = terms.value({ N: String(condition.version) });
  return `${terms.name(attribute.version)} = ${version} AND ${living(terms, nowSeconds)}`;
}

/** Returns the condition that an item is missing or expired. */
export function absent(terms: Expression, nowSeconds: number): string {
  const now = terms.value({ N: String(nowSeconds) });
  return `(${missing(terms)} OR ${terms.name(attribute.expiresAt)} <= ${now})`;
}

export function present(terms: Expression, nowSeconds: number): string {
  return `attribute_exists(${terms.name(attribute.pk)}) AND ${living(terms, nowSeconds)}`;
}

export function missing(terms: Expression): string {
  return `attribute_not_exists(${terms.name(attribute.pk)})`;
}

/** Returns a condition that is true for an item that hasn't expired, and for a missing one. */
export function living(terms: Expression, nowSeconds: number): string {
  const expiresAt = terms.name(attribute.expiresAt);
  const now = terms.value({ N: String(nowSeconds) });
  return `(attribute_not_exists(${expiresAt}) OR ${expiresAt} > ${now})`;
}

/** Returns the condition that the write with this ID isn't among the item's newest writes. */
export function notYetWritten(terms: Expression, writeId: string): string {
  const id = terms.value({ S: writeId });
  return writeSlots.map((slot) => `${terms.name(slot)} <> ${id}`).join(" AND ");
}
