import { cellOf, type LiveRecord, type LiveTable } from "../live/live-table.ts";
import type { Calculation, Field, Summary } from "../schema/field-schema.ts";
import { type Cell, cellFromInput, cellKey, cellText, isContainerFile } from "./cell.ts";
import { numberIn } from "./number-text.ts";

/** Context of a read: the session's global values, and the found set for summaries. */
export interface ReadContext {
  readonly globals: ReadonlyMap<string, Cell>;
  readonly found?: readonly LiveRecord[];
}

/** Returns a field's value in a record: stored, calculated, summarized, or global in the session. */
export function readCell(
  readContext: ReadContext,
  table: LiveTable,
  record: LiveRecord,
  field: Field,
  repetition: number,
): Cell {
  if (field.global) return readGlobal(readContext, table, field, repetition);
  if (field.calculation !== undefined) return calculated(readContext, table, record, field.calculation);
  if (field.summary !== undefined) return summaryOf(readContext, table, field, field.summary);
  return cellOf(record, field.name, repetition);
}

/** Returns the key of a global field's value in a session. */
export function globalKey(table: LiveTable, field: Field, repetition: number): string {
  return `${table.name}::${cellKey(field.name, repetition)}`;
}

/** Returns the value of a global field in a session. */
export function readGlobal(readContext: ReadContext, table: LiveTable, field: Field, repetition: number): Cell {
  const own = readContext.globals.get(globalKey(table, field, repetition));
  if (own !== undefined) return own;
  const inputs = Array.isArray(field.globalValue) ? field.globalValue : [field.globalValue];
  const input = inputs[repetition - 1];
  return input === undefined ? "" : cellFromInput(field, input);
}

function calculated(readContext: ReadContext, table: LiveTable, record: LiveRecord, calculation: Calculation): Cell {
  if ("constant" in calculation) return calculation.constant;
  if ("invalid" in calculation) return "?";
  const cells = (names: readonly string[]): Cell[] =>
    names.map((name) => {
      const field = table.fields.get(name.toLowerCase());
      return field === undefined ? "" : readCell(readContext, table, record, field, 1);
    });
  if ("join" in calculation) {
    return cells(calculation.join)
      .map(cellText)
      .filter((text) => text !== "")
      .join(calculation.separator);
  }
  if ("sum" in calculation) return cells(calculation.sum).reduce<number>((sum, cell) => sum + numberOf(cell), 0);
  return cells(calculation.product).reduce<number>((product, cell) => product * numberOf(cell), 1);
}

/** Returns a summary, calculated once per found set. */
function summaryOf(readContext: ReadContext, table: LiveTable, field: Field, summary: Summary): Cell {
  if (readContext.found === undefined) return summarised(readContext, table, summary);
  const known = summaries.get(readContext.found) ?? new Map<Field, Cell>();
  summaries.set(readContext.found, known);
  const cell = known.get(field) ?? summarised(readContext, table, summary);
  known.set(field, cell);
  return cell;
}

/** Summaries by found set, which only exists during a request. */
const summaries = new WeakMap<readonly LiveRecord[], Map<Field, Cell>>();

function summarised(readContext: ReadContext, table: LiveTable, summary: Summary): Cell {
  const field = table.fields.get(summary.of.toLowerCase());
  if (field === undefined || field.summary !== undefined) return "";
  const cells = [...(readContext.found ?? table.records.values())]
    .map((record) => readCell(readContext, table, record, field, 1))
    .filter((cell) => cell !== "");
  if (summary.operation === "count") return cells.length;
  const numbers = cells.map(numberOf);
  const total = numbers.reduce((sum, number) => sum + number, 0);
  if (summary.operation === "total") return total;
  if (numbers.length === 0) return "";
  if (summary.operation === "average") return total / numbers.length;
  return numbers.reduce((best, number) =>
    summary.operation === "minimum" ? Math.min(best, number) : Math.max(best, number),
  );
}

function numberOf(cell: Cell): number {
  return isContainerFile(cell) ? 0 : (numberIn(cell) ?? 0);
}
