import type { Account, Database, PrivilegeSet, ValueList } from "../schema/database-schema.ts";
import type { LayoutNode } from "../schema/layout-schema.ts";
import type { Script, ScriptNode } from "../schema/script-schema.ts";
import { WorldError } from "../world-error.ts";
import { type LiveLayout, liveLayout } from "./live-layout.ts";
import { type LiveTable, liveTable } from "./live-table.ts";
import { liveOccurrences, type Occurrence, type TablesOf } from "./occurrences.ts";

/** State of a file in the Admin API, including transient ones. */
type DatabaseStatus = "NORMAL" | "CLOSED" | "PAUSED" | "OPENING" | "CLOSING" | "VERIFYING";

/** Current state of a hosted file. All maps are by lowercase name, because names are case-insensitive in FileMaker. */
export interface LiveDatabase {
  /** Number as text; valid for one run of the server. */
  readonly id: string;
  readonly name: string;
  readonly definition: Database;
  status: DatabaseStatus;
  /** Encryption key that was saved when the file was opened. */
  savedKey: string | undefined;
  /** Cancels the pending end of an opening or closing. */
  cancelPending: () => void;
  /** Stamp of the file on disk that this was read from, while it is closed. */
  diskStamp: string | undefined;
  /** Called once after an opening or closing. */
  readonly settled: Set<() => void>;
  readonly tables: Map<string, LiveTable>;
  readonly occurrences: Map<string, Occurrence>;
  readonly layouts: ReadonlyMap<string, LiveLayout>;
  readonly scripts: ReadonlyMap<string, Script>;
  readonly valueLists: ReadonlyMap<string, ValueList>;
  readonly accounts: ReadonlyMap<string, LiveAccount>;
}

/** Account with its privilege set. */
export interface LiveAccount {
  readonly account: Account;
  readonly privileges: PrivilegeSet;
  /** False for sets without rules for single fields, which needn't be checked for each field. */
  readonly hasFieldRules: boolean;
  /** Its file, in lowercase. */
  readonly file: string;
  /** Returns the user's account in another file whose tables this one shows; undefined if that file can't be opened with it. */
  readonly inOtherFile?: (file: string) => LiveAccount | undefined;
  /** Returns the code of a call that needs another file whose account was refused; undefined if none was. */
  readonly refusalInOtherFile?: (file: string) => "802" | "212" | undefined;
}

/** Returns the tables of a file by lowercase name. */
export function liveTables({ name, tables }: Database, path: string): Map<string, LiveTable> {
  return new Map(
    tables.map((table, at) => [table.name.toLowerCase(), liveTable(table, name, `${path}.tables[${at}]`)]),
  );
}

export function liveDatabase(
  definition: Database,
  tables: Map<string, LiveTable>,
  tablesOf: TablesOf,
  id: string,
  path: string,
): LiveDatabase {
  const occurrences = liveOccurrences(definition, tables, tablesOf, path);
  const layouts = new Map<string, LiveLayout>();
  walkLayouts(definition.layouts, `${path}.layouts`, (layout, at) => {
    if (layouts.has(layout.name.toLowerCase())) throw new WorldError(at, `a second layout "${layout.name}"`);
    layouts.set(layout.name.toLowerCase(), liveLayout(layout, occurrences, at));
  });
  const valueLists = new Map(definition.valueLists.map((list) => [list.name.toLowerCase(), list]));
  for (const [at, list] of definition.valueLists.entries()) {
    if ("values" in list) continue;
    const [occurrence = "", field = ""] = list.field.toLowerCase().split("::");
    if (!occurrences.get(occurrence)?.table.fields.has(field)) {
      throw new WorldError(`${path}.valueLists[${at}].field`, `no field "${list.field}"`);
    }
  }
  for (const layout of layouts.values()) checkValueLists(layout, valueLists, `${path}.layouts`);
  const scripts = new Map<string, Script>();
  walkScripts(definition.scripts, (script) => scripts.set(script.name.toLowerCase(), script));
  return {
    id,
    name: definition.name,
    definition,
    status: definition.status,
    savedKey: undefined,
    cancelPending: () => undefined,
    diskStamp: undefined,
    settled: new Set(),
    tables,
    occurrences,
    layouts,
    scripts,
    valueLists,
    accounts: liveAccounts(definition, path),
  };
}

const FULL_ACCESS: PrivilegeSet = {
  name: "[Full Access]",
  extendedPrivileges: ["fmrest", "fmodata", "fmapp"],
  records: {},
  tables: {},
  fields: {},
  scripts: true,
  hiddenScripts: [],
};

/** Returns true if an account has access to a script. */
export function seesScript({ privileges }: LiveAccount, name: string): boolean {
  return !privileges.hiddenScripts.some((hidden) => hidden.toLowerCase() === name.toLowerCase());
}

function liveAccounts(definition: Database, path: string): ReadonlyMap<string, LiveAccount> {
  const sets = new Map([FULL_ACCESS, ...definition.privilegeSets].map((set) => [set.name, set]));
  return new Map(
    definition.accounts.map((account, at) => {
      const privileges = sets.get(account.privilegeSet);
      if (privileges === undefined) {
        throw new WorldError(`${path}.accounts[${at}].privilegeSet`, `no privilege set "${account.privilegeSet}"`);
      }
      return [
        account.name.toLowerCase(),
        {
          account,
          privileges,
          hasFieldRules: Object.keys(privileges.fields).length > 0,
          file: definition.name.toLowerCase(),
        },
      ];
    }),
  );
}

function walkLayouts(
  nodes: readonly LayoutNode[],
  path: string,
  visit: (layout: Extract<LayoutNode, { occurrence: string }>, path: string) => void,
): void {
  for (const [at, node] of nodes.entries()) {
    if ("folder" in node) walkLayouts(node.layouts, `${path}[${at}].layouts`, visit);
    else if ("occurrence" in node) visit(node, `${path}[${at}]`);
  }
}

function walkScripts(nodes: readonly ScriptNode[], visit: (script: Script) => void): void {
  for (const node of nodes) {
    if ("folder" in node) walkScripts(node.scripts, visit);
    else if ("steps" in node) visit(node);
  }
}

function checkValueLists(layout: LiveLayout, lists: ReadonlyMap<string, ValueList>, path: string): void {
  const items = [...layout.items, ...[...layout.portals.values()].flatMap((portal) => portal.items)];
  for (const { valueList, key } of items) {
    if (valueList !== undefined && !lists.has(valueList.toLowerCase())) {
      throw new WorldError(path, `layout "${layout.name}", field "${key}": no value list "${valueList}"`);
    }
  }
}
