import {
  type ComparedObjects,
  type ObjectChange,
  type ObjectKind,
  objectKinds,
} from "#shared/agent/protocol/tasks/comparison-tasks.ts";
import type { FileStructure, StructureObject } from "./structure-reader.ts";

/** Object before and after. One of them is missing if it was added or removed. */
interface Pair {
  readonly before: StructureObject | undefined;
  readonly after: StructureObject | undefined;
}

/** Returns the changed objects between two structures by kind, without kinds that haven't changed. */
export function structureChanges(before: FileStructure, after: FileStructure): ComparedObjects[] {
  const tables = new Map(
    pairsOf(before.table, after.table, () => "").flatMap((pair) =>
      pair.before && pair.after ? [[pair.before.id, pair.after.id]] : [],
    ),
  );
  // Maps a field's earlier table to its current one.
  const tableBefore = ({ table }: StructureObject) => (table && (tables.get(table.id) ?? table.id)) ?? "";
  return objectKinds.flatMap((kind) => {
    const changes = pairsOf(before[kind], after[kind], tableBefore).flatMap(changeOf);
    return changes.length === 0 ? [] : [comparedObjects(kind, changes)];
  });
}

function comparedObjects(kind: ObjectKind, changes: readonly ObjectChange[]): ComparedObjects {
  const count = (change: ObjectChange["change"]) => changes.filter((one) => one.change === change).length;
  return {
    kind,
    added: count("added"),
    removed: count("removed"),
    changed: count("changed"),
    changes: changes.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)),
  };
}

function changeOf({ before, after }: Pair): ObjectChange[] {
  if (before === undefined) return after === undefined ? [] : [{ change: "added", name: fullName(after) }];
  if (after === undefined) return [{ change: "removed", name: fullName(before) }];
  const isRenamed = before.name !== after.name;
  if (!isRenamed && before.digest === after.digest) return [];
  return [{ change: "changed", name: fullName(after), ...(isRenamed && { was: before.name }) }];
}

function fullName({ name, table }: StructureObject): string {
  return table === undefined ? name : `${table.name}::${name}`;
}

/**
 * Pairs objects: by UUID, which survives renaming; if the file has none, by ID and name, then by name, then by ID only. Two objects with
 * different UUIDs are the same only if their names are: a UUID may have been regenerated.
 */
function pairsOf(
  before: readonly StructureObject[],
  after: readonly StructureObject[],
  tableBefore: (object: StructureObject) => string,
): readonly Pair[] {
  const tableAfter = ({ table }: StructureObject) => table?.id ?? "";
  const pairs: Pair[] = [];
  let [old, present] = [[...before], [...after]];
  for (const keyOf of matches) {
    const byKey = new Map<string, StructureObject>();
    for (const object of present) {
      const key = keyOf(object, tableAfter(object));
      if (key !== undefined && !byKey.has(key)) byKey.set(key, object);
    }
    const taken = new Set<StructureObject>();
    old = old.filter((object) => {
      const key = keyOf(object, tableBefore(object));
      const match = key === undefined ? undefined : byKey.get(key);
      if (key === undefined || match === undefined) return true;
      byKey.delete(key);
      taken.add(match);
      pairs.push({ before: object, after: match });
      return false;
    });
    present = present.filter((object) => !taken.has(object));
  }
  return [
    ...pairs,
    ...old.map((object) => ({ before: object, after: undefined })),
    ...present.map((object) => ({ before: undefined, after: object })),
  ];
}

type Match = (object: StructureObject, table: string) => string | undefined;

const matches: readonly Match[] = [
  ({ uuid }) => uuid,
  ({ id, name }, table) => `${table}|${id}|${name}`,
  ({ name }, table) => `${table}|${name}`,
  ({ id, uuid }, table) => (id === "" || uuid !== undefined ? undefined : `${table}|${id}`),
];
