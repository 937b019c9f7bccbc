import { bodyOf } from "../answers.ts";
import {
  type Arguments,
  addingTool,
  type DataContext,
  overwritingTool,
  recordIdInput,
  tableInput,
} from "../data-tool.ts";
import { queryString, writtenName } from "../query/written.ts";
import { shownRecord } from "../records.ts";
import { DataRefused, quoted } from "../refused.ts";
import { columnNamed, type DataTable, tableNamed } from "../schema/tables.ts";

const valuesInput = {
  type: "object",
  description:
    "Fields and their values: strings, numbers, or null to clear a field. Dates as 2026-01-31, times as 13:45:00",
} as const;

/** Maximum length of a value that the user sees before it is written. */
const longestShown = 80;

const createRecord = addingTool(
  "create_record",
  {
    title: "Create a record",
    description: "Creates a record in a table and returns it. Call describe_table first.",
    input: { table: tableInput, values: valuesInput },
    required: ["table", "values"],
    output: { record: { type: "object" } },
  },
  async ({ table: name, values }, { tables, ask }) => {
    const table = tableNamed(tables, name);
    const body = valuesFor(table, values);
    const headers = { Prefer: "return=representation" };
    const made = await ask({ method: "POST", table, body, headers });
    return { record: shownRecord(table, bodyOf(made)) };
  },
);

const updateRecord = overwritingTool(
  "update_record",
  {
    title: "Update a record",
    description: "Overwrites fields of one record; all other fields stay unchanged.",
    input: { table: tableInput, record_id: recordIdInput, values: valuesInput },
    required: ["table", "record_id", "values"],
    output: { done: { type: "boolean" }, record_id: { type: "string" } },
  },
  async (given, context) => {
    const table = tableNamed(context.tables, given.table);
    const values = valuesFor(table, given.values);
    const current = await currentRecord(table, given, context, Object.keys(values));
    const changes = Object.entries(values).map(([name, value]) => `${name} becomes ${shown(value)}`);
    const message = `Change the record ${quoted(String(given.record_id))} of ${quoted(table.name)}: ${changes.join(", ")}.`;
    return { message, state: { current } };
  },
  async (given, { tables, ask }) => {
    const table = tableNamed(tables, given.table);
    bodyOf(
      await ask({
        method: "PATCH",
        table,
        recordId: given.record_id,
        body: valuesFor(table, given.values),
        headers: { Prefer: "return=minimal" },
      }),
    );
    return { done: true, record_id: given.record_id };
  },
);

const deleteRecord = overwritingTool(
  "delete_record",
  {
    title: "Delete a record",
    description: "Deletes one record permanently, together with the related records that its relationships delete.",
    input: { table: tableInput, record_id: recordIdInput },
    required: ["table", "record_id"],
    output: { done: { type: "boolean" }, record_id: { type: "string" } },
  },
  async (given, context) => {
    const table = tableNamed(context.tables, given.table);
    const current = await currentRecord(table, given, context);
    const message = `Delete the record ${quoted(String(given.record_id))} of ${quoted(table.name)} permanently, together with the related records that its relationships delete.`;
    return { message, state: { current } };
  },
  async (given, { tables, ask }) => {
    bodyOf(await ask({ method: "DELETE", table: tableNamed(tables, given.table), recordId: given.record_id }));
    return { done: true, record_id: given.record_id };
  },
);

/** Returns the current values of a record. If another user changes them in the meantime, the user is asked again. */
async function currentRecord(table: DataTable, { record_id: id }: Arguments, { ask }: DataContext, fields?: string[]) {
  const select = fields?.map((name) => writtenName(columnNamed(table, name))).join(",");
  return shownRecord(table, bodyOf(await ask({ method: "GET", table, recordId: id, query: queryString({ select }) })));
}

/**
 * Returns values by the OData names of their fields.
 * @throws DataRefused
 */
function valuesFor(table: DataTable, given: unknown): Readonly<Record<string, string | number | null>> {
  const entries = Object.entries(given as Arguments).map(([name, value]) => {
    const column = columnNamed(table, name);
    if (column.field.isReadOnly) throw new DataRefused(`The field ${quoted(name)} is calculated and can't be set.`);
    if (column.field.type === "container")
      throw new DataRefused(`The field ${quoted(name)} is a container and can't be set. Tell the user.`);
    if (value !== null && typeof value !== "string" && typeof value !== "number")
      throw new DataRefused(`values.${name}: send a string, a number or null.`);
    return [column.name, value] as const;
  });
  if (entries.length === 0) throw new DataRefused("values: name at least one field.");
  return Object.fromEntries(entries);
}

function shown(value: string | number | null): string {
  if (value === null || value === "") return "empty";
  const text = String(value);
  return quoted(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
}

export const changeTools = [createRecord, updateRecord, deleteRecord];
