import type { ODataAnswer } from "#shared/filemaker/odata.ts";
import type { Preview, Tool, ToolSchema, ValueSchema } from "#shared/mcp/api.ts";
import type { FileRequest } from "../endpoint/file-account.ts";
import type { DataToolName } from "../rules.ts";
import type { DataTable, FileTables } from "./schema/tables.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** Call about a table, or about one of its records. */
export interface TableRequest extends Omit<FileRequest, "path" | "timeoutMs" | "signal"> {
  readonly table: DataTable;
  readonly recordId?: unknown;
  /** Query with its question mark. */
  readonly query?: string;
}

/** Behavior of FileMaker Server that calls of this process found out. */
export interface ServerMemory {
  /** True if the web server in front of FileMaker Server decodes paths. */
  decodesPaths: boolean;
  /** Versions that announce sums and groups but refuse them. */
  readonly withoutFigures: Set<string>;
}

/** Context of a tool for records. */
export interface DataContext {
  /** Tables that the server allows and the account can see. */
  readonly tables: FileTables;
  /**
   * Calls OData in the file with the caller's account.
   * @throws DataRefused if there is no response
   */
  readonly ask: (request: TableRequest) => Promise<ODataAnswer>;
  /** Memory of what FileMaker Server refuses, shared by all callers. */
  readonly server: ServerMemory;
  /** Start of the requested page, in the form that the tool wrote; undefined for the first page. */
  readonly position: unknown;
  /** Creates the cursor for the next page. */
  readonly cursor: (position: unknown) => Promise<string>;
}

/** Tool for the records of a server's tables. */
export interface DataTool {
  readonly tool: Tool;
  /** Access that the server and the sign-in must allow. */
  readonly access: "read" | "write";
  /** True if the tool requires a release of FileMaker Server that supports grouping and sums. */
  readonly aggregates?: boolean;
  /** Describes the effect of a tool that overwrites or deletes, for the user to confirm. */
  readonly preview?: (given: Arguments, context: DataContext) => Promise<Preview>;
  /**
   * Returns the structured result.
   * @throws DataRefused
   */
  readonly run: (given: Arguments, context: DataContext) => Promise<Readonly<Record<string, unknown>>>;
}

interface ToolWords {
  readonly title: string;
  readonly description: string;
  readonly input: ToolSchema["properties"];
  readonly required: readonly string[];
  readonly output: ToolSchema["properties"];
}

export const tableInput: ValueSchema = {
  type: "string",
  minLength: 1,
  maxLength: 100,
  description: "Name of a table, as in list_tables",
};
export const filterInput: ValueSchema = {
  type: "string",
  maxLength: 2_000,
  description:
    "OData filter on the table's own fields, such as: city eq 'Bern' and score ge 50 and contains(\"Last name\",'er'). Text in '…' with ' doubled; dates, times and numbers without quotes, as 2026-01-31, 13:45:00 or 2026-01-31T13:45:00Z; empty fields as eq null",
};
export const recordIdInput: ValueSchema = {
  type: "string",
  minLength: 1,
  maxLength: 1_000,
  description: "record_id of a result, unchanged",
};
export const namesInput = (description: string, maxItems: number): ValueSchema => ({
  type: "array",
  items: { type: "string", minLength: 1, maxLength: 120 },
  maxItems,
  description,
});

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Creates a tool that changes nothing. */
export function readingTool(name: DataToolName, words: ToolWords, run: DataTool["run"]): DataTool {
  return { tool: toolOf(name, words, reads), access: "read", run };
}

/** Creates a tool that adds data but doesn't change existing data. */
export function addingTool(name: DataToolName, words: ToolWords, run: DataTool["run"]): DataTool {
  const adds = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
  return { tool: toolOf(name, words, adds), access: "write", run };
}

/** Creates a tool that overwrites or deletes. The user must confirm it first. */
export function overwritingTool(
  name: DataToolName,
  words: ToolWords,
  preview: NonNullable<DataTool["preview"]>,
  run: DataTool["run"],
): DataTool {
  const confirmed: ToolWords = {
    ...words,
    description: `${words.description} Ask the user first: without confirm_token the tool changes nothing; it returns a preview and a token for the call that makes the change.`,
    input: { ...words.input, confirm_token: { type: "string", maxLength: 2_000 } },
    output: { ...words.output, confirmation_needed: { type: "string" }, confirm_token: { type: "string" } },
  };
  const overwrites = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
  return { tool: toolOf(name, confirmed, overwrites), access: "write", preview, run };
}

function toolOf(
  name: DataToolName,
  { title, description, input, required, output }: ToolWords,
  annotations: Tool["annotations"],
): Tool {
  return {
    ...{ name, title, description, annotations },
    inputSchema: {
      type: "object",
      properties: input,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    outputSchema: { type: "object", properties: output },
  };
}
