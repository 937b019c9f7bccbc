import type { Layout, Portal, SortOrder } from "../schema/layout-schema.ts";
import { WorldError } from "../world-error.ts";
import { type Hop, type Occurrence, pathBetween } from "./occurrences.ts";
import { cellsByKey, type PlacedCell, type PlacedItem, placed, shownCells } from "./placed-item.ts";

export interface LivePortal {
  /** Name for callers: the object name, otherwise the occurrence. */
  readonly name: string;
  readonly objectName: string | undefined;
  readonly occurrence: Occurrence;
  readonly path: readonly Hop[];
  readonly items: readonly PlacedItem[];
  readonly cells: readonly PlacedCell[];
  /** Fields that its filter and its own sort can use: all fields of the occurrence. */
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
  /** All cells that a caller can name, by lowercase key; `f` is `f(1)`. */
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
