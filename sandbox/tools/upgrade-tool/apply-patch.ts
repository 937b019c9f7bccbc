import { type GuidKind, objectGuid } from "../../fmserver/file/object-guid.ts";
import type { Database } from "../../fmserver/world/schema/database-schema.ts";
import { Field, type Table } from "../../fmserver/world/schema/field-schema.ts";
import type { ScriptNode } from "../../fmserver/world/schema/script-schema.ts";
import { ToolError } from "../process/open-file.ts";
import type { PatchAction, PatchElement } from "./read-patch.ts";

interface Patched {
  readonly definition: Database;
  /** Number of changed objects per catalog, in the order of the patch. */
  readonly counts: readonly { readonly catalogue: string; readonly done: number }[];
}

/** Applies the actions of a patch in order; records don't change. Missing objects are skipped. @throws ToolError */
export function applyPatch(database: Database, actions: readonly PatchAction[]): Patched {
  let definition = database;
  const counts: { catalogue: string; done: number }[] = [];
  for (const { kind, catalogues } of actions) {
    for (const catalogue of catalogues) {
      const change = CHANGES[`${kind} ${catalogue.name}`];
      const before = definition;
      let done = 0;
      for (const object of change === undefined ? [] : objectsIn(catalogue)) {
        const next = change?.(definition, object);
        if (next === undefined) continue;
        definition = next;
        done += 1;
      }
      counts.push({ catalogue: `${kind} ${catalogue.name}`, done: definition === before ? 0 : done });
    }
  }
  return { definition, counts };
}

/** Object of a catalog; for a field, with its table. */
interface Addressed {
  readonly element: PatchElement;
  readonly table: PatchElement | undefined;
}

/** Returns the file after a change; undefined if the object is missing. */
type Change = (database: Database, object: Addressed) => Database | undefined;

const CHANGES: Readonly<Record<string, Change>> = {
  "AddAction BaseTableCatalog": (database, { element }) => {
    const name = nameOf(element);
    if (database.tables.some((table) => isSame(table.name, name))) throw new ToolError(10001, `Table exists: ${name}`);
    return { ...database, tables: [...database.tables, { name, fields: [], records: [] }] };
  },
  "DeleteAction BaseTableCatalog": (database, { element }) => {
    const table = database.tables.find(({ name }) => isAddressed(database, "BaseTable", name, element));
    return table && { ...database, tables: database.tables.filter((one) => one !== table) };
  },
  "AddAction FieldCatalog": (database, { element, table: owner }) => {
    const table = owner && tableOf(database, owner);
    if (table === undefined) return undefined;
    const field = fieldFrom(element);
    if (table.fields.some(({ name }) => isSame(name, field.name))) {
      throw new ToolError(10001, `Field exists: ${field.name}`);
    }
    return withTable(database, table, { ...table, fields: [...table.fields, field] });
  },
  "ReplaceAction FieldCatalog": (database, { element }) => {
    const found = fieldOf(database, element);
    if (found === undefined) return undefined;
    const { table, field } = found;
    const next = checked({ ...field, ...fieldChanges(element) });
    const renamed = renameIn(table, field.name, next.name);
    return withTable(database, table, {
      ...renamed,
      fields: table.fields.map((one) => (one === field ? next : one)),
    });
  },
  "DeleteAction FieldCatalog": (database, { element }) => {
    const found = fieldOf(database, element);
    if (found === undefined) return undefined;
    const { table, field } = found;
    const records = table.records.map((record) => {
      const { [field.name]: gone, ...values } = record.values;
      return gone === undefined ? record : { ...record, values };
    });
    return withTable(database, table, { ...table, records, fields: table.fields.filter((one) => one !== field) });
  },
  "AddAction ScriptCatalog": (database, { element }) => ({
    ...database,
    scripts: [...database.scripts, { name: nameOf(element), steps: [] }],
  }),
  "DeleteAction ScriptCatalog": (database, { element }) => {
    const isMeant = (node: ScriptNode): boolean =>
      "steps" in node && isAddressed(database, "Script", node.name, element);
    return database.scripts.some(isMeant)
      ? { ...database, scripts: database.scripts.filter((node) => !isMeant(node)) }
      : undefined;
  },
};

function objectsIn(catalogue: PatchElement): readonly Addressed[] {
  return catalogue.inside.flatMap((element): readonly Addressed[] => {
    if (element.name === "ObjectList") return objectsIn(element);
    if (element.name !== "FieldsForTables") return [{ element, table: undefined }];
    const table = element.inside.find(({ name }) => name === "BaseTableReference");
    return objectsIn({ ...element, inside: element.inside.filter((one) => one !== table) }).map((one) => ({
      ...one,
      table,
    }));
  });
}

function nameOf({ attributes }: PatchElement): string {
  const { name = "" } = attributes;
  if (name === "") throw new ToolError(10001, "Invalid patch: an object without a name");
  return name;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Returns true if a patch refers to an object. Old files have no ids, so no object in them is found. */
function isAddressed(database: Database, kind: GuidKind, name: string, { attributes }: PatchElement): boolean {
  return database.hasGuids && attributes.UUID?.toUpperCase() === objectGuid(database, kind, name);
}

function tableOf(database: Database, element: PatchElement): Table | undefined {
  const byId = database.tables.find(({ name }) => isAddressed(database, "BaseTable", name, element));
  return byId ?? database.tables.find(({ name }) => isSame(name, element.attributes.name ?? ""));
}

function fieldOf(
  database: Database,
  element: PatchElement,
): { readonly table: Table; readonly field: Field } | undefined {
  for (const table of database.tables) {
    const field = table.fields.find(({ name }) => isAddressed(database, "Field", `${table.name}::${name}`, element));
    if (field !== undefined) return { table, field };
  }
  return undefined;
}

function fieldFrom(element: PatchElement): Field {
  return checked({ name: nameOf(element), ...fieldChanges(element) });
}

function checked(field: Record<string, unknown>): Field {
  const read = Field.safeParse(field);
  if (!read.success) throw new ToolError(10001, `Invalid patch: field ${String(field.name)}`);
  return read.data;
}

function fieldChanges({ attributes }: PatchElement): Record<string, unknown> {
  const { name, datatype, repetitions } = attributes;
  return {
    ...(name === undefined ? {} : { name }),
    ...(datatype === undefined ? {} : { type: datatype.toLowerCase() }),
    ...(repetitions === undefined ? {} : { repetitions: Number(repetitions) }),
  };
}

function withTable(database: Database, table: Table, next: Table): Database {
  return { ...database, tables: database.tables.map((one) => (one === table ? next : one)) };
}

function renameIn(table: Table, from: string, to: string): Table {
  if (from === to) return table;
  const records = table.records.map((record) => {
    const { [from]: value, ...values } = record.values;
    return value === undefined ? record : { ...record, values: { ...values, [to]: value } };
  });
  return { ...table, records };
}
