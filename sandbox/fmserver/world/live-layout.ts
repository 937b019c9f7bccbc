import { cellKey } from "./cell.ts";
import type { Field } from "./field-schema.ts";
import type { Display, Layout, PlacedField, Portal, SortOrder } from "./layout-schema.ts";
import { type Hop, type Occurrence, pathBetween } from "./occurrences.ts";
import { WorldError } from "./world-error.ts";

/** A field placed on a layout or in a portal. */
export interface PlacedItem {
  /** As answers name it: bare for the layout's own table, else `Occurrence::field`. */
  readonly key: string;
  readonly field: Field;
  readonly occurrence: Occurrence;
  /** The way from the layout's record, or the portal's row, to the record that holds the value; empty for its own. */
  readonly path: readonly Hop[];
  readonly display: Display;
  readonly valueList: string | undefined;
  readonly repetitionStart: number;
  readonly repetitionEnd: number;
}

/** One repetition of a placed field: one key of `fieldData`. */
export interface PlacedCell {
  readonly key: string;
  readonly item: PlacedItem;
  readonly repetition: number;
}

export interface LivePortal {
  /** The name callers use: the object name, else the occurrence. */
  readonly name: string;
  readonly objectName: string | undefined;
  readonly occurrence: Occurrence;
  readonly path: readonly Hop[];
  readonly items: readonly PlacedItem[];
  readonly cells: readonly PlacedCell[];
  /** What its filter and its own sort may name: every field of the occurrence. */
  readonly reachable: { readonly items: readonly PlacedItem[] };
  readonly rows: number;
  readonly scrolling: boolean;
  readonly filter: Readonly<Record<string, string>> | undefined;
  readonly sort: readonly SortOrder[];
}

export interface LiveLayout {
  readonly name: string;
  readonly occurrence: Occurrence;
  readonly view: Layout["view"];
  readonly items: readonly PlacedItem[];
  readonly cells: readonly PlacedCell[];
  /** Every cell a caller may name, by lower-case key; `f` is `f(1)`. */
  readonly cellByKey: ReadonlyMap<string, PlacedCell>;
  readonly portals: ReadonlyMap<string, LivePortal>;
}

export function liveLayout(layout: Layout, occurrences: ReadonlyMap<string, Occurrence>, path: string): LiveLayout {
  const occurrence = occurrences.get(layout.occurrence.toLowerCase());
  if (occurrence === undefined) {
    throw new WorldError(`${path}.occurrence`, `no table occurrence "${layout.occurrence}"`);
  }
  const items = layout.fields.map((field, at) =>
    placed(field, occurrence, occurrences, false, `${path}.fields[${at}]`),
  );
  const portals = layout.portals.map((portal, at) =>
    livePortal(portal, occurrence, occurrences, `${path}.portals[${at}]`),
  );
  return {
    name: layout.name,
    occurrence,
    view: layout.view,
    items,
    cells: items.flatMap(shownCells),
    cellByKey: cellsByKey(items),
    portals: new Map(portals.map((portal) => [portal.name, portal])),
  };
}

/** Every cell of these items by lower-case key. */
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

function livePortal(
  portal: Portal,
  base: Occurrence,
  occurrences: ReadonlyMap<string, Occurrence>,
  path: string,
): LivePortal {
  const occurrence = occurrences.get(portal.occurrence.toLowerCase());
  const way = occurrence && pathBetween(base, occurrence);
  if (occurrence === undefined || way === undefined || way.length === 0) {
    throw new WorldError(`${path}.occurrence`, `"${portal.occurrence}" is not related to "${base.name}"`);
  }
  const items = portal.fields.map((field, at) => placed(field, occurrence, occurrences, true, `${path}.fields[${at}]`));
  const reachable = [...occurrence.table.fields.values()].map(({ name }) =>
    placed(`${occurrence.name}::${name}`, occurrence, occurrences, true, path),
  );
  const cells = cellsByKey(reachable);
  for (const name of [...portal.sort.map(({ fieldName }) => fieldName), ...Object.keys(portal.filter ?? {})]) {
    if (!cells.has(name.toLowerCase()))
      throw new WorldError(path, `sorts or filters by "${name}", which is no field of "${occurrence.name}"`);
  }
  return {
    name: portal.name ?? occurrence.name,
    objectName: portal.name,
    occurrence,
    path: way,
    items,
    cells: items.flatMap(shownCells),
    reachable: { items: reachable },
    rows: portal.rows,
    scrolling: portal.scrolling,
    filter: portal.filter,
    sort: portal.sort,
  };
}

function placed(
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

function shownCells(item: PlacedItem): readonly PlacedCell[] {
  if (item.repetitionStart === 1 && item.repetitionEnd === 1) return [{ key: item.key, item, repetition: 1 }];
  const count = item.repetitionEnd - item.repetitionStart + 1;
  return Array.from({ length: count }, (_, at) => {
    const repetition = item.repetitionStart + at;
    return { key: `${item.key}(${repetition})`, item, repetition };
  });
}
