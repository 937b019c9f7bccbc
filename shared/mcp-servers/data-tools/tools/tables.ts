import { withoutEmpty } from "#shared/mcp/api.ts";
import { readingTool, tableInput } from "../data-tool.ts";
import { type DataField, tableNamed, unreachableReason } from "../schema/tables.ts";

const listTables = readingTool(
  "list_tables",
  {
    title: "List tables",
    description: "Lists the tables whose records you can access. Start with this tool, then call describe_table.",
    input: {},
    required: [],
    output: {
      tables: { type: "array", items: { type: "object" } },
      unreachable: { type: "array", items: { type: "string" } },
      hint: { type: "string" },
    },
  },
  async (_, { tables: { tables, unreachable } }) => ({
    tables: [...tables.values()].map(({ name, comment, fields }) =>
      withoutEmpty({ name, comment, fields: fields.size }),
    ),
    ...(unreachable.size > 0 && { unreachable: [...unreachable.values()], hint: `${unreachableReason}.` }),
  }),
);

const describeTable = readingTool(
  "describe_table",
  {
    title: "Describe a table",
    description: "Lists the fields of a table with their types. Call it before you filter, select or write fields.",
    input: { table: tableInput },
    required: ["table"],
    output: {
      table: { type: "string" },
      comment: { type: "string" },
      key: { type: "array", items: { type: "string" } },
      fields: { type: "array", items: { type: "object" } },
    },
  },
  async ({ table: name }, { tables }) => {
    const { name: table, comment, key, fields } = tableNamed(tables, name);
    return withoutEmpty({ table, comment, key, fields: [...fields.values()].map(shownField) });
  },
);

/** Returns a field without the properties that have default values. */
function shownField({ name, type, isReadOnly, isRequired, repetitions, comment }: DataField) {
  return {
    ...{ name, type },
    ...(isReadOnly && { read_only: true }),
    ...(isRequired && { required: true }),
    ...(repetitions > 1 && { repetitions }),
    ...(comment !== undefined && { comment }),
  };
}

export const tableTools = [listTables, describeTable];
