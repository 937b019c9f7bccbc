import type { Database, PrivilegeSet } from "../../fmserver/world/schema/database-schema.ts";
import type { Field, Table } from "../../fmserver/world/schema/field-schema.ts";
import type { MigrationCounts } from "./summary.ts";

interface MigrationOptions {
  /** True if the clone's accounts and key are kept. */
  readonly ignoreAccounts: boolean;
  readonly ignoreValueLists: boolean;
}

interface Migration {
  readonly definition: Database;
  readonly counts: MigrationCounts;
  /** Progress output. */
  readonly steps: readonly string[];
}

const UNMAPPED = "Unmapped Privilege Set";

/** Returns the clone with the source's data: tables and fields are matched by name, otherwise by id. */
export function migrated(source: Database, clone: Database, options: MigrationOptions): Migration {
  const steps = [
    " == Mapping source privileges to target privileges ==",
    ...(options.ignoreValueLists ? [] : [" == Copying changed custom value lists =="]),
    " == Analyzing font lists ==",
    " == Mapping source tables to target tables ==",
  ];
  const count = { fieldsMigrated: 0, fieldsNotMigrated: 0, fewerRepetitions: 0, serialsUpdated: 0 };
  const pairs = matched(source.tables, clone.tables);
  const tables = clone.tables.map((table): Table => {
    const from = pairs.get(table);
    if (from === undefined) return table;
    steps.push(` == Mapping fields in source table "${from.name}" to target table "${table.name}" ==`);
    const isBlock = JSON.stringify(from.fields.map(shape)) === JSON.stringify(table.fields.map(shape));
    steps.push(`  -- ${isBlock ? "Block" : "Record"} mode migration for source table "${from.name}" --`);
    const fields = matched(from.fields, table.fields);
    count.fieldsMigrated += fields.size;
    count.fieldsNotMigrated += from.fields.length - fields.size;
    const moved = table.fields.map((field) => {
      const old = fields.get(field);
      if (old !== undefined && old.repetitions > field.repetitions) count.fewerRepetitions += 1;
      const serial = old === undefined ? field : withSerialOf(old, field);
      if (serial !== field) count.serialsUpdated += 1;
      return serial;
    });
    const records = from.records.map((record) => {
      const values: (typeof record)["values"] = {};
      for (const [field, old] of fields) {
        const value = record.values[old.name];
        if (value === undefined) continue;
        values[field.name] = Array.isArray(value) ? value.slice(0, field.repetitions) : value;
      }
      return { ...record, values };
    });
    return { ...table, fields: moved, records };
  });
  const people = options.ignoreAccounts ? undefined : accountsOf(source, clone);
  const valueLists = options.ignoreValueLists ? { lists: clone.valueLists, changed: 0 } : valueListsOf(source, clone);
  const { encryptionKey, encryptionHint, ...rest } = clone;
  const keyed = options.ignoreAccounts ? clone : source;
  return {
    definition: {
      ...rest,
      encryptionHint: keyed.encryptionHint,
      ...(keyed.encryptionKey === undefined ? {} : { encryptionKey: keyed.encryptionKey }),
      fileId: source.fileId,
      name: source.name,
      tables,
      valueLists: valueLists.lists,
      accounts: people?.accounts ?? clone.accounts,
      privilegeSets: people?.privilegeSets ?? clone.privilegeSets,
    },
    counts: {
      accountsMigrated: people?.accounts.length ?? 0,
      accountsChanged: people?.changed ?? 0,
      valueLists: valueLists.changed,
      tablesMigrated: pairs.size,
      tablesNotMigrated: source.tables.length - pairs.size,
      ...count,
    },
    steps,
  };
}

/** Matches items: first by name and id, then by name, then by id. */
function matched<Thing extends { readonly name: string }>(
  sources: readonly Thing[],
  targets: readonly Thing[],
): Map<Thing, Thing> {
  const left = new Set(sources);
  const pairs = new Map<Thing, Thing>();
  const sameName = (one: Thing, other: Thing): boolean => one.name.toLowerCase() === other.name.toLowerCase();
  for (const target of targets) {
    const found = [...left].find((one) => sameName(one, target));
    if (found === undefined) continue;
    pairs.set(target, found);
    left.delete(found);
  }
  for (const [at, target] of targets.entries()) {
    const same = sources[at];
    if (pairs.has(target) || same === undefined || !left.has(same)) continue;
    pairs.set(target, same);
    left.delete(same);
  }
  return pairs;
}

function shape({ autoEnter, ...field }: Field): unknown {
  return field;
}

function withSerialOf(old: Field, field: Field): Field {
  const [from, to] = [old.autoEnter, field.autoEnter];
  if (from === undefined || to === undefined || !("serial" in from) || !("serial" in to)) return field;
  if (from.serial.next === to.serial.next) return field;
  return { ...field, autoEnter: { serial: { ...to.serial, next: from.serial.next } } };
}

/**
 * Returns the source's accounts with the clone's privilege sets; a set that the clone doesn't have is replaced by one without privileges.
 */
function accountsOf(
  source: Database,
  clone: Database,
): Pick<Database, "accounts" | "privilegeSets"> & { changed: number } {
  const known = new Set(["[Full Access]", ...clone.privilegeSets.map(({ name }) => name)]);
  let changed = 0;
  const accounts = source.accounts.map((account) => {
    if (known.has(account.privilegeSet)) return account;
    changed += 1;
    return { ...account, privilegeSet: UNMAPPED };
  });
  const nothing: PrivilegeSet = {
    name: UNMAPPED,
    extendedPrivileges: [],
    records: { view: false, create: false, edit: false, delete: false },
    tables: {},
    fields: {},
    scripts: false,
    hiddenScripts: [],
  };
  const privilegeSets = changed === 0 || known.has(UNMAPPED) ? clone.privilegeSets : [...clone.privilegeSets, nothing];
  return { accounts, privilegeSets, changed };
}

function valueListsOf(source: Database, clone: Database): { lists: Database["valueLists"]; changed: number } {
  let changed = 0;
  const lists = clone.valueLists.map((list) => {
    const own = source.valueLists.find(({ name }) => name === list.name);
    if (own === undefined || !("values" in own) || !("values" in list)) return list;
    if (JSON.stringify(own.values) === JSON.stringify(list.values)) return list;
    changed += 1;
    return { ...list, values: own.values };
  });
  return { lists, changed };
}
