import type { Field } from "../schema/field-schema.ts";
import type { Display, PlacedField } from "../schema/layout-schema.ts";
import { cellKey } from "../values/cell.ts";
import { WorldError } from "../world-error.ts";
import { type Hop, type Occurrence, pathBetween } from "./occurrences.ts";

/** Field on a layout or in a portal. */
export interface PlacedItem {
  /** Name in answers: without the occurrence for the layout's own table, otherwise `Occurrence::field`. */
  readonly key: string;
  readonly field: Field;
  readonly occurrence: Occurrence;
  /** Path from the layout's record or the portal's row to the record with the value; empty for its own. */
  readonly path: readonly Hop[];
  readonly display: Display;
  readonly valueList: string | undefined;
  readonly repetitionStart: number;
  readonly repetitionEnd: number;
}

/** Repetition of a placed field: one key of `fieldData`. */
export interface PlacedCell {
  readonly key: string;
  readonly item: PlacedItem;
  readonly repetition: number;
}

/** Returns the field that a layout places, from the point of view of an occurrence. @throws WorldError */
export function placed(
  input: PlacedField,
  base: Occurrence,
  occurrences: ReadonlyMap<string, Occurrence>,
  qualified: boolean,
  path: string,
): PlacedItem {
  const place = typeof input === "string" ? { field: input } : input;
  const [first, second] = place.field.split("::");
  const occurrence = second === undefined ? base : occurrences.get((first ?? "").toLowerCase());
  const field = occurrence?.table.fields.get((second ?? first ?? "").toLowerCase());
  const way = occurrence && pathBetween(base, occurrence);
  if (occurrence === undefined || field === undefined || way === undefined) {
    throw new WorldError(path, `no field "${place.field}" is in reach of "${base.name}"`);
  }
  const [repetitionStart, repetitionEnd] = ("repetitions" in place && place.repetitions) || [1, field.repetitions];
  if (repetitionEnd < repetitionStart || repetitionEnd > field.repetitions) {
    throw new WorldError(`${path}.repetitions`, `"${place.field}" has ${field.repetitions} repetitions`);
  }
  return {
    key: occurrence === base && !qualified ? field.name : `${occurrence.name}::${field.name}`,
    field,
    occurrence,
    path: way,
    display: "display" in place ? place.display : "editText",
    valueList: "valueList" in place ? place.valueList : undefined,
    repetitionStart,
    repetitionEnd,
  };
}

/** Returns the cells for answers: one per repetition of a repeating field. */
export function shownCells(item: PlacedItem): readonly PlacedCell[] {
  if (item.repetitionStart === 1 && item.repetitionEnd === 1) return [{ key: item.key, item, repetition: 1 }];
  const count = item.repetitionEnd - item.repetitionStart + 1;
  return Array.from({ length: count }, (_, at) => {
    const repetition = item.repetitionStart + at;
    return { key: `${item.key}(${repetition})`, item, repetition };
  });
}

/** Returns all cells of these items by lowercase key. */
export function cellsByKey(items: readonly PlacedItem[]): ReadonlyMap<string, PlacedCell> {
  const cells = new Map<string, PlacedCell>();
  for (const item of items) {
    for (let repetition = item.repetitionEnd; repetition >= item.repetitionStart; repetition -= 1) {
      const key = cellKey(item.key, repetition);
      cells.set(`${item.key}(${repetition})`.toLowerCase(), { key, item, repetition });
      cells.set(key.toLowerCase(), { key, item, repetition });
    }
  }
  return cells;
}
