import type { ODataAnswer } from "#shared/filemaker/odata.ts";
import type { Preview } from "#shared/mcp/guards/confirmations.ts";
import type { ToolSchema, ValueSchema } from "#shared/mcp/protocol/schema.ts";
import type { Tool } from "#shared/mcp/protocol/tool-set.ts";
import type { FileRequest } from "../endpoint/file-account.ts";
import type { DataToolName } from "../rules.ts";
import type { FileTables } from "./schema/tables.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** What a tool for records works with. */
export interface DataContext {
  /** The tables that the server allows and the account sees. */
  readonly tables: FileTables;
  /** Calls OData in the file, as the caller. @throws DataRefused when there is no answer */
  readonly ask: (request: Omit<FileRequest, "timeoutMs" | "signal">) => Promise<ODataAnswer>;
  /** Where the page that was asked for begins, as the tool itself had said it; undefined for the first. */
  readonly position: unknown;
  /** Makes the cursor of the next page. */
  readonly cursor: (position: unknown) => Promise<string>;
}

/** A tool for the records of a server's tables. */
export interface DataTool {
  readonly tool: Tool;
  /** What a server and a sign-in must allow for it. */
  readonly access: "read" | "write";
  /** Whether it needs a release of FileMaker Server that groups and sums. */
  readonly aggregates?: boolean;
  /** Of a tool that overwrites or deletes: what would happen, for the user to confirm. */
  readonly preview?: (given: Arguments, context: DataContext) => Promise<Preview>;
  /** Its result, structured. @throws DataRefused */
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
  description: "A table as list_tables names it",
};
export const filterInput: ValueSchema = {
  type: "string",
  maxLength: 2_000,
  description:
    "OData filter over the table's own fields, such as: city eq 'Bern' and score ge 50 and contains(\"Last name\",'er'). Text in '…' with ' doubled; dates as 2026-01-31; empty fields as eq null",
};
export const recordIdInput: ValueSchema = {
  type: "string",
  minLength: 1,
  maxLength: 1_000,
  description: "record_id of a result, as it stands there",
};
export const namesInput = (description: string, maxItems: number): ValueSchema => ({
  type: "array",
  items: { type: "string", minLength: 1, maxLength: 120 },
  maxItems,
  description,
});

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** A tool that changes nothing. */
export function readingTool(name: DataToolName, words: ToolWords, run: DataTool["run"]): DataTool {
  return { tool: toolOf(name, words, reads), access: "read", run };
}

/** A tool that makes something new and touches nothing that is there. */
export function addingTool(name: DataToolName, words: ToolWords, run: DataTool["run"]): DataTool {
  const adds = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
  return { tool: toolOf(name, words, adds), access: "write", run };
}

/** A tool that overwrites or deletes: the user is asked before. */
export function overwritingTool(
  name: DataToolName,
  words: ToolWords,
  preview: NonNullable<DataTool["preview"]>,
  run: DataTool["run"],
): DataTool {
  const confirmed: ToolWords = {
    ...words,
    description: `${words.description} Ask the user first: without confirm_token nothing is done, and the answer says what would be, with a token for the call that does it.`,
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
