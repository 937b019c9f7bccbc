import type { Table } from "../../fmserver/world/schema/field-schema.ts";
import { fileOfLine, type Subcommand, type SubcommandCall } from "./subcommand.ts";

const OPTIONS = {
  values: ["target_tablename", "tf", "qu", "su"],
  flags: ["query_index", "ec", "csv_format"],
  short: { tt: "target_tablename", qi: "query_index", cf: "csv_format" },
};

/** Subcommands that report disk usage. */
export const sizeSubcommands: Readonly<Record<string, Subcommand>> = {
  "--querysize": { ...OPTIONS, run: (call) => sizes(call, false) },
  "--sortbysize": { ...OPTIONS, run: (call) => sizes(call, true) },
};

async function sizes(call: SubcommandCall, isSorted: boolean): Promise<void> {
  const { definition } = await fileOfLine(call);
  const { target_tablename: wanted } = call.line.values;
  const table = definition.tables.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase());
  if (wanted !== undefined && table === undefined) {
    call.writeLine(`Table not found: ${wanted}`);
    return;
  }
  const isIndex = call.line.flags.has("query_index");
  const things = table === undefined ? definition.tables.map(ofTable(call)) : fieldsOf(call, table);
  if (isSorted) things.sort((one, other) => other.bytes - one.bytes);
  const shown = things.map(({ name, bytes, count }) => {
    const size = inUnit(bytes, call.line.values.su);
    // An index by values is as large as the values, one by words a little larger.
    return isIndex
      ? [name, size, String(count), inUnit(Math.ceil(bytes * 1.2), call.line.values.su), String(count)]
      : [name, size, String(count)];
  });
  const titles = isIndex
    ? ["Name", "Value Index Size", "Values", "Word Index Size", "Words"]
    : ["Name", "Size", "Count"];
  const quote = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  if (call.line.flags.has("csv_format")) for (const row of [titles, ...shown]) call.writeLine(quote(row));
  else for (const [name = "", size = ""] of shown) call.writeLine(`${name}: ${size}`);
}

interface Sized {
  readonly name: string;
  readonly bytes: number;
  readonly count: number;
}

function ofTable(call: SubcommandCall): (table: Table) => Sized {
  return (table) => ({
    name: table.name,
    bytes: fieldsOf(call, table, false).reduce((sum, { bytes }) => sum + bytes, 0),
    count: table.records.length,
  });
}

function fieldsOf(call: SubcommandCall, table: Table, isNarrow = true): Sized[] {
  const only = isNarrow ? call.line.values.tf?.toLowerCase() : undefined;
  const withoutContainers = call.line.flags.has("ec");
  return table.fields
    .filter(({ name }) => only === undefined || name.toLowerCase() === only)
    .filter(({ type }) => !(withoutContainers && type === "container"))
    .map(({ name }) => {
      const values = table.records.flatMap(({ values: all }) => all[name] ?? []);
      const bytes = values.reduce<number>((sum, value) => sum + Buffer.byteLength(JSON.stringify(value)), 0);
      return { name, bytes, count: values.length };
    });
}

function inUnit(bytes: number, unit = "bytes"): string {
  const divisor = { bytes: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }[unit.toLowerCase()] ?? 1;
  return String(Math.ceil(bytes / divisor));
}
