import { withoutEmpty } from "#shared/mcp/api.ts";
import { rowsOf } from "../answers.ts";
import { type DataContext, type DataTool, filterInput, namesInput, readingTool, tableInput } from "../data-tool.ts";
import { queryString, writtenName } from "../query/written.ts";
import { DataRefused } from "../refused.ts";
import { columnNamed, type DataTable, tableNamed } from "../schema/tables.ts";
import { countOf, filterOf } from "./questions.ts";

const methods = ["sum", "average", "min", "max", "countdistinct", "count"] as const;
const maxGroups = 200;

interface Figure {
  /** Expression for OData, and the alias of its result. */
  readonly written: string;
  readonly alias: string;
  /** Name in the result. */
  readonly name: string;
}

const aggregateRecords: DataTool = {
  ...readingTool(
    "aggregate_records",
    {
      title: "Sum up records",
      description:
        "Computes figures over the records of a table, or per group of records: sum, average, min, max or countdistinct of a field, or the count of records.",
      input: {
        table: tableInput,
        filter: filterInput,
        group_by: namesInput("Fields to group by; default: one figure for all records", 5),
        figures: {
          type: "array",
          maxItems: 10,
          items: {
            type: "object",
            properties: {
              method: { type: "string", enum: methods },
              field: { type: "string", maxLength: 120, description: "The field to compute; leave out for count" },
            },
            required: ["method"],
            additionalProperties: false,
          },
          description: "The function",
        },
      },
      required: ["table", "figures"],
      output: { groups: { type: "array", items: { type: "object" } }, truncated: { type: "boolean" } },
    },
    async (given, context) => {
      const { tables, ask } = context;
      const table = tableNamed(tables, given.table);
      const figures = figuresOf(table, given.figures);
      const groups = Array.isArray(given.group_by)
        ? given.group_by.map((name) => valueColumn(table, String(name)))
        : [];
      const filter = filterOf(table, given);
      // Also works where FileMaker Server refuses sums.
      if (groups.length === 0 && figures.every(({ name }) => name === "count"))
        return { groups: [{ count: await countOf(table, filter, ask) }] };
      if (context.server.withoutFigures.has(tables.serverVersion)) throw withoutFigures();
      const computed = `aggregate(${figures.map(({ written }) => written).join(",")})`;
      const step = groups.length === 0 ? computed : `groupby((${groups.map(writtenName).join(",")}),${computed})`;
      const apply = filter === undefined ? step : `filter(${filter})/${step}`;
      const answer = await ask({ method: "GET", table, query: queryString({ apply }) });
      if (answer.code === "-1002" && (await refusesFigures(table, context))) throw withoutFigures();
      const rows = rowsOf(answer);
      const shown = rows.slice(0, maxGroups).map((row) => ({
        ...Object.fromEntries(groups.map(({ name }) => [name, row[name]])),
        ...Object.fromEntries(figures.map(({ name, alias }) => [name, row[alias]])),
      }));
      return {
        groups: withoutEmpty(shown),
        ...(rows.length > maxGroups && {
          truncated: true,
          hint: `There are ${rows.length} groups; ${maxGroups} are shown. Narrow the filter, or group by fewer fields.`,
        }),
      };
    },
  ),
  aggregates: true,
};

/** Finds out if FileMaker Server refuses every sum, and remembers it until the server's version changes. */
async function refusesFigures(table: DataTable, { ask, server, tables }: DataContext): Promise<boolean> {
  const { code } = await ask({ method: "GET", table, query: queryString({ apply: "aggregate($count as n)" }) });
  if (code === "-1002") server.withoutFigures.add(tables.serverVersion);
  return code === "-1002";
}

/** As seen on 26.0.1: docs/13-quirks.md in https://github.com/fsans/fms-odata-spec. */
function withoutFigures(): DataRefused {
  return new DataRefused(
    "This release of FileMaker Server can't compute sums and groups. Count with count_records, or read the records with query_records and compute the figures yourself.",
    { how: "unavailable", code: "-1002" },
  );
}

/** @throws DataRefused */
function figuresOf(table: DataTable, given: unknown): readonly Figure[] {
  const figures = given as readonly { readonly method: (typeof methods)[number]; readonly field?: string }[];
  if (figures.length === 0) throw new DataRefused("figures: name at least one.");
  return figures.map(({ method, field }, at) => {
    const alias = `figure_${at + 1}`;
    if (method === "count") return { written: `$count as ${alias}`, alias, name: "count" };
    if (field === undefined) throw new DataRefused(`figures[${at}].field: required for ${method}.`);
    const column = valueColumn(table, field);
    return { written: `${writtenName(column)} with ${method} as ${alias}`, alias, name: `${method}(${column.name})` };
  });
}

function valueColumn(table: DataTable, name: string) {
  const column = columnNamed(table, name);
  if (column.field.type === "container" || column.field.isSummary)
    throw new DataRefused("Containers and summaries can't be used in groups and figures.");
  return column;
}

export const figureTools = [aggregateRecords];
