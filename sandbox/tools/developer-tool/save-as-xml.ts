import { writeFileSync } from "node:fs";
import { fileIdOf } from "../../fmserver/file/file-body.ts";
import { type GuidKind, objectGuid } from "../../fmserver/file/object-guid.ts";
import type { Database } from "../../fmserver/world/schema/database-schema.ts";
import type { LayoutNode } from "../../fmserver/world/schema/layout-schema.ts";
import type { ScriptNode } from "../../fmserver/world/schema/script-schema.ts";
import { checkTarget } from "../process/open-file.ts";
import { TOOL_VERSION } from "../process/tool-version.ts";
import { fileOfLine, nameOf, type Subcommand, targetOf } from "./subcommand.ts";

/** The subcommand that writes a file's schema as XML: UTF-16LE with its mark, as all versions before 26 do. */
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

/** A file's schema in the grammar of FMSaveAsXML; it holds no record and no password. */
export function schemaXml(database: Database, withInfo: boolean): string {
  const guid = (kind: GuidKind, name: string): Readonly<Record<string, string>> =>
    database.hasGuids ? { UUID: objectGuid(database, kind, name) } : {};
  const tables = database.tables.map(({ name }, at) =>
    element("BaseTable", { id: at + 129, name, ...guid("BaseTable", name) }),
  );
  const fields = database.tables.map((table, at) =>
    element(
      "FieldsForTables",
      {},
      element("BaseTableReference", { id: at + 129, name: table.name }),
      element(
        "ObjectList",
        {},
        ...table.fields.map((field, number) =>
          element("Field", {
            id: number + 1,
            name: field.name,
            ...guid("Field", `${table.name}::${field.name}`),
            fieldtype:
              field.calculation !== undefined ? "Calculated" : field.summary !== undefined ? "Summary" : "Normal",
            datatype: `${field.type.slice(0, 1).toUpperCase()}${field.type.slice(1)}`,
            repetitions: field.repetitions,
          }),
        ),
      ),
    ),
  );
  const occurrences = [...database.tables.map(({ name }) => ({ name, table: name })), ...database.occurrences];
  const structure = element(
    "Structure",
    { membercount: 1 },
    element(
      "AddAction",
      { membercount: 6 },
      element("BaseTableCatalog", {}, ...tables),
      element("FieldCatalog", {}, ...fields),
      element(
        "TableOccurrenceCatalog",
        {},
        ...occurrences.map(({ name, table }, at) => element("TableOccurrence", { id: at + 1065089, name, table })),
      ),
      element(
        "LayoutCatalog",
        {},
        ...layoutsIn(database.layouts).map((name, at) =>
          element("Layout", { id: at + 1, name, ...guid("Layout", name) }),
        ),
      ),
      element(
        "ScriptCatalog",
        {},
        ...scriptsIn(database.scripts).map((name, at) =>
          element("Script", { id: at + 1, name, ...guid("Script", name) }),
        ),
      ),
      element(
        "PrivilegeSetsCatalog",
        {},
        ...database.privilegeSets.map(({ name }, at) => element("PrivilegeSet", { id: at + 4, name })),
      ),
    ),
  );
  const attributes = {
    version: "2.0.0.0",
    Source: TOOL_VERSION,
    File: `${database.name}.fmp12`,
    UUID: fileIdOf(database),
    locale: "English",
    Has_DDR_INFO: withInfo ? "True" : "False",
  };
  return `<?xml version="1.0" encoding="UTF-16"?>\n${element("FMSaveAsXML", attributes, structure)}\n`;
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

function layoutsIn(nodes: readonly LayoutNode[]): readonly string[] {
  return nodes.flatMap((node) =>
    "folder" in node ? layoutsIn(node.layouts) : "occurrence" in node ? [node.name] : [],
  );
}

function scriptsIn(nodes: readonly ScriptNode[]): readonly string[] {
  return nodes.flatMap((node) => ("folder" in node ? scriptsIn(node.scripts) : "steps" in node ? [node.name] : []));
}
