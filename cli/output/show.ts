import { isLatchkeyError } from "../../client/latchkey-client.ts";
import { note, print, type Terminal } from "../terminal.ts";
import { fieldList, type Row, table, visible } from "./table.ts";

/** Output that was chosen: tables for people, one JSON document, or one JSON line per row. */
export interface OutputOptions {
  readonly json?: boolean;
  readonly ndjson?: boolean;
}

/** Writes the response of an operation. */
export function show(terminal: Terminal, output: unknown, { json, ndjson }: OutputOptions): void {
  const rows = rowsOf(output);
  if (json) {
    print(terminal, JSON.stringify(output, null, 2));
    return;
  }
  if (ndjson) {
    for (const row of rows ?? [output]) print(terminal, JSON.stringify(row));
    return;
  }
  if (typeof output !== "object" || output === null) {
    print(terminal, String(output));
    return;
  }
  const { columns } = terminal.stdout;
  if (rows === undefined) print(terminal, fieldList(onlyObject(output as Row)));
  else if (rows.length > 0) print(terminal, table(rows.map(asRow), terminal.stdout.isTTY ? columns : undefined));
  else note(terminal, "Nothing found.");
  const { cursor } = output as { readonly cursor?: unknown };
  if (typeof cursor === "string") note(terminal, `There is more: add --all, or --cursor ${cursor}`);
}

/** Writes an error: a sentence for people, or JSON for programs. Always to the error output. */
export function showError(terminal: Terminal, thrown: unknown, { json, ndjson }: OutputOptions): void {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const facts = isLatchkeyError(thrown)
    ? { name: thrown.name, status: thrown.status, code: thrown.code, requestId: thrown.requestId }
    : { name: thrown instanceof Error ? thrown.name : "Error" };
  if (json || ndjson) {
    note(terminal, JSON.stringify({ error: { ...facts, message } }));
    return;
  }
  note(terminal, `latchkey: ${visible(message)}`);
  if (!isLatchkeyError(thrown)) return;
  if (thrown.status === 401) note(terminal, "Sign in again with latchkey login, or check LATCHKEY_KEY.");
  if (thrown.requestId !== undefined && thrown.status >= 500) note(terminal, `Request ${thrown.requestId}`);
}

/** Returns the rows of a response: its only list of objects. Undefined if it has none or several. */
function rowsOf(output: unknown): readonly unknown[] | undefined {
  if (Array.isArray(output)) return output;
  if (typeof output !== "object" || output === null) return undefined;
  const lists = Object.values(output).filter((value) => Array.isArray(value));
  const isOnlyList = Object.values(output).every(
    (value) => typeof value !== "object" || value === null || lists[0] === value,
  );
  return lists.length === 1 && isOnlyList ? lists[0] : undefined;
}

function asRow(value: unknown): Row {
  return typeof value === "object" && value !== null ? (value as Row) : { value };
}

/** Returns the fields of a single object in a response, such as `process`, instead of its name. */
function onlyObject(output: Row): Row {
  const [first, ...others] = Object.values(output);
  const isWrapped = typeof first === "object" && first !== null && !Array.isArray(first) && others.length === 0;
  return isWrapped ? (first as Row) : output;
}
