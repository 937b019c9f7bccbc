import { withoutEmpty } from "../protocol/plain-text.ts";
import type { ValueSchema } from "../protocol/schema.ts";
import type { ToolOutcome } from "../protocol/tool-set.ts";
import type { Arguments, ToolContext } from "./admin-tool.ts";
import { type ResultFields, rows, text, whole } from "./result-fields.ts";

const usual = 20;
const maxPageSize = 100;

/** Arguments of all lists. */
export const pageInput: Readonly<Record<string, ValueSchema>> = {
  limit: {
    type: "integer",
    minimum: 1,
    maximum: maxPageSize,
    default: usual,
    description: `Rows per page. Default: ${usual}`,
  },
  cursor: { type: "string", description: "next_cursor of the previous page" },
};

/** Returns the output schema of a list, with its rows under the given name. */
export function pageOutput(name: string, fields: ResultFields): ResultFields {
  return {
    [name]: rows("A page of rows", fields),
    total: whole("Rows on all pages"),
    next_cursor: text("Missing on the last page"),
  };
}

export function limitOf({ limit = usual }: Arguments): number {
  return Number(limit);
}

/** Returns a page of rows that are all loaded. */
export async function pageOfAll(
  name: string,
  all: readonly unknown[],
  given: Arguments,
  { position, cursor }: Pick<ToolContext, "position" | "cursor">,
): Promise<ToolOutcome> {
  const from = typeof position === "number" ? position : 0;
  const to = from + limitOf(given);
  const next = to < all.length ? await cursor(to) : undefined;
  return pageResult(name, all.slice(from, to), { total: all.length, next });
}

/** Returns a page of rows that the management API pages. */
export async function pageOfApi(
  name: string,
  found: readonly unknown[],
  apiCursor: string | null | undefined,
  { cursor }: Pick<ToolContext, "cursor">,
): Promise<ToolOutcome> {
  const next = typeof apiCursor === "string" ? await cursor(apiCursor) : undefined;
  return pageResult(name, found, { total: undefined, next });
}

function pageResult(
  name: string,
  found: readonly unknown[],
  { total, next }: { readonly total: number | undefined; readonly next: string | undefined },
): ToolOutcome {
  return {
    kind: "result",
    isData: true,
    content: withoutEmpty({ [name]: found, total, next_cursor: next }),
  };
}

/** Returns a single object as the result. */
export function oneResult(content: Readonly<Record<string, unknown>>): ToolOutcome {
  return { kind: "result", isData: true, content: withoutEmpty(content) };
}

/** Returns a result that confirms the action. */
export function doneResult(content: Readonly<Record<string, unknown>>): ToolOutcome {
  return { kind: "result", isData: true, content: withoutEmpty({ done: true, ...content }) };
}
