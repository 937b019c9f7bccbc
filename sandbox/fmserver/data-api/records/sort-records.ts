import { badParameter, FmError } from "../../fm-error.ts";
import type { LiveDatabase } from "../../world/live/live-database.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import { cellsByKey, type PlacedCell, type PlacedItem } from "../../world/live/placed-item.ts";
import type { SortOrder } from "../../world/schema/layout-schema.ts";
import { type Cell, cellText, isContainerFile } from "../../world/values/cell.ts";
import { numberIn } from "../../world/values/number-text.ts";
import type { ReadContext } from "../../world/values/read-cell.ts";
import { cellFrom } from "./cell-from.ts";
import { valueListValues } from "./value-list-values.ts";

/** Returns records in the requested order, with a stable sort. @throws FmError 102 for a field that isn't on the layout. */
export function sortRecords(
  database: LiveDatabase,
  place: { readonly items: readonly PlacedItem[] },
  records: readonly LiveRecord[],
  orders: readonly SortOrder[],
  readContext: ReadContext,
): readonly LiveRecord[] {
  const cells = cellsByKey(place.items);
  const rules = orders.map(({ fieldName, sortOrder }) => {
    const cell = cells.get(fieldName.toLowerCase());
    if (cell === undefined) throw new FmError("102");
    return { cell, compare: comparison(database, cell, sortOrder) };
  });
  const keyed = records.map((record) => ({
    record,
    keys: rules.map(({ cell }) => cellFrom(readContext, cell, record)),
  }));
  keyed.sort((a, b) => {
    for (const [at, { compare }] of rules.entries()) {
      const order = compare(a.keys[at] ?? "", b.keys[at] ?? "");
      if (order !== 0) return order;
    }
    return 0;
  });
  return keyed.map(({ record }) => record);
}

function comparison(database: LiveDatabase, cell: PlacedCell, order: string): (a: Cell, b: Cell) => number {
  const natural = cell.item.field.type === "number" ? byNumber : byText;
  if (order === "ascend") return natural;
  if (order === "descend") return (a, b) => natural(b, a);
  const list = database.valueLists.get(order.toLowerCase());
  if (list === undefined) throw badParameter("sort is invalid");
  const places = new Map(valueListValues(database, list).map(({ value }, at) => [value.toLowerCase(), at]));
  // Values that aren't in the list come after it.
  const place = (value: Cell): number => places.get(cellText(value).toLowerCase()) ?? places.size;
  return (a, b) => place(a) - place(b);
}

function byNumber(a: Cell, b: Cell): number {
  return sortNumber(a) - sortNumber(b) || 0;
}

/** Returns a cell's number for sorting; empty comes before all numbers. */
function sortNumber(cell: Cell): number {
  if (isContainerFile(cell)) return Number.NEGATIVE_INFINITY;
  return numberIn(cell) ?? Number.NEGATIVE_INFINITY;
}

function byText(a: Cell, b: Cell): number {
  return collator.compare(cellText(a), cellText(b));
}

const collator = new Intl.Collator("en", { sensitivity: "base" });
