import { writeFileSync } from "node:fs";
import { fileIdOf } from "../../fmserver/file/file-body.ts";
import { type GuidKind, objectGuid } from "../../fmserver/file/object-guid.ts";
import type { Database } from "../../fmserver/world/schema/database-schema.ts";
import type { Table } from "../../fmserver/world/schema/field-schema.ts";
import type { LayoutNode } from "../../fmserver/world/schema/layout-schema.ts";
import type { ScriptNode } from "../../fmserver/world/schema/script-schema.ts";
import { checkTarget } from "../process/open-file.ts";
import { TOOL_VERSION } from "../process/tool-version.ts";
import { fileOfLine, nameOf, type Subcommand, targetOf } from "./subcommand.ts";

/** Subcommand that writes a file's schema as XML: UTF-16LE with a byte order mark, as in all versions before 26. */
export const saveAsXmlSubcommand: Readonly<Record<string, Subcommand>> = {
  "--saveasxml": {
    values: ["plugin_folder", "cl"],
    flags: ["include_ddrinfo"],
    async run(call) {
      const file = await fileOfLine(call);
      const target = targetOf(call, file.path, "", ".xml");
      await checkTarget(call.server, target, call.line.flags.has("force"));
      const text = schemaXml({ ...file.definition, name: nameOf(file.path) }, call.line.flags.has("include_ddrinfo"));
      writeFileSync(target, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]));
      call.writeLine(`Saved: ${target}`);
    },
  },
};

type Layout = Extract<LayoutNode, { readonly occurrence: string }>;
type Script = Extract<ScriptNode, { readonly steps: readonly unknown[] }>;

/** Returns a file's schema in the grammar of FMSaveAsXML, without records and passwords. */
export function schemaXml(database: Database, withInfo: boolean): string {
  const attributes = {
    version: "2.0.0.0",
    Source: TOOL_VERSION,
    File: `${database.name}.fmp12`,
    UUID: fileIdOf(database),
    locale: "English",
    Has_DDR_INFO: withInfo ? "True" : "False",
  };
  const catalogs = [
    ...tablesOf(database),
    ...layoutsOf(database),
    ...valueListsOf(database),
    ...scriptsOf(database),
    element(
      "PrivilegeSetsCatalog",
      {},
      ...database.privilegeSets.map(({ name, ...set }, at) =>
        element("PrivilegeSet", { id: at + 4, name }, ...definitionOf(set)),
      ),
    ),
  ];
  const structure = element(
    "Structure",
    { membercount: 1 },
    element("AddAction", { membercount: catalogs.length }, ...catalogs),
  );
  return `<?xml version="1.0" encoding="UTF-16"?>\n${element("FMSaveAsXML", attributes, structure)}\n`;
}

function tablesOf(database: Database): readonly string[] {
  const { tables } = database;
  const occurrences = [...tables.map(({ name }) => ({ name, table: name })), ...database.occurrences];
  return [
    element(
      "BaseTableCatalog",
      {},
      ...tables.map(({ name }, at) =>
        element("BaseTable", { id: at + 129, name }, ...uuid(database, "BaseTable", name)),
      ),
    ),
    element(
      "TableOccurrenceCatalog",
      {},
      ...occurrences.map(({ name, table }, at) => element("TableOccurrence", { id: at + 1065089, name, table })),
    ),
    element("FieldsForTables", {}, ...tables.map((table, at) => fieldCatalog(database, table, at + 129))),
  ];
}

function fieldCatalog(database: Database, table: Table, id: number): string {
  const fields = table.fields.map(({ name, type, repetitions, globalValue, autoEnter, ...field }, at) => {
    const kind = field.calculation !== undefined ? "Calculated" : field.summary !== undefined ? "Summary" : "Normal";
    const datatype = `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
    // The next number is data.
    const entered = autoEnter !== undefined && "serial" in autoEnter ? { serial: autoEnter.serial.step } : autoEnter;
    return element(
      "Field",
      { id: at + 1, name, fieldtype: kind, datatype, repetitions },
      ...uuid(database, "Field", `${table.name}::${name}`),
      ...definitionOf({ ...field, autoEnter: entered }),
    );
  });
  return element(
    "FieldCatalog",
    {},
    element("BaseTableReference", { id, name: table.name }),
    element("ObjectList", { membercount: fields.length }, ...fields),
  );
}

function layoutsOf(database: Database): readonly string[] {
  const layouts = layoutsIn(database.layouts).map(({ name, ...layout }, at) =>
    element("Layout", { id: at + 1, name }, ...uuid(database, "Layout", name), ...definitionOf(layout)),
  );
  return [element("LayoutCatalog", {}, ...layouts)];
}

function valueListsOf({ valueLists }: Database): readonly string[] {
  const named = valueLists.map(({ name }, at) => element("ValueList", { id: at + 1, name }));
  const options = valueLists.map(({ name, ...list }, at) =>
    element("ValueList", {}, element("ValueListReference", { id: at + 1, name }), ...definitionOf(list)),
  );
  return [element("ValueListCatalog", {}, ...named), element("OptionsForValueLists", {}, ...options)];
}

/** Returns scripts and, separately, their steps. */
function scriptsOf(database: Database): readonly string[] {
  const scripts = scriptsIn(database.scripts);
  const named = scripts.map(({ name }, at) =>
    element("Script", { id: at + 1, name }, ...uuid(database, "Script", name)),
  );
  const steps = scripts.map(({ name, steps }, at) =>
    element(
      "Script",
      {},
      element("ScriptReference", { id: at + 1, name }),
      element(
        "ObjectList",
        { membercount: steps.length },
        ...steps.map((step, index) => element("Step", { index }, ...definitionOf(step))),
      ),
    ),
  );
  return [element("ScriptCatalog", {}, ...named), element("StepsForScripts", {}, ...steps)];
}

function uuid(database: Database, kind: GuidKind, name: string): readonly string[] {
  return database.hasGuids ? [element("UUID", { modifications: 1 }, objectGuid(database, kind, name))] : [];
}

/** Returns an object's properties as elements. Their content doesn't imitate the real elements. */
function definitionOf(values: object): readonly string[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      element(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, {}, escaped(JSON.stringify(value))),
    );
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...inside: readonly string[]
): string {
  const head = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(
    " ",
  );
  return inside.length === 0 ? `<${head}/>` : `<${head}>${inside.join("")}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function layoutsIn(nodes: readonly LayoutNode[]): readonly Layout[] {
  return nodes.flatMap((node) => ("folder" in node ? layoutsIn(node.layouts) : "occurrence" in node ? [node] : []));
}

function scriptsIn(nodes: readonly ScriptNode[]): readonly Script[] {
  return nodes.flatMap((node) => ("folder" in node ? scriptsIn(node.scripts) : "steps" in node ? [node] : []));
}
