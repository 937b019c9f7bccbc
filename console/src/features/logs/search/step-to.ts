import { call } from "../../../api/client.ts";
import type { Question } from "./log-filter.ts";

export type Direction = "next" | "previous";

/**
 * Returns the number of the next or previous matching record after or before a line; default: from the end of the log. Undefined: there is
 * none. A search that times out continues until it is aborted.
 */
export async function stepTo(
  name: string,
  question: Question,
  from: number | undefined,
  direction: Direction,
  signal: AbortSignal,
): Promise<number | undefined> {
  const order = direction === "next" ? ("oldest" as const) : ("newest" as const);
  let offset: number | undefined;
  if (from !== undefined) {
    const { lines } = await call("GET /svc/api/logs/{name}/lines", { name, from, count: 1 }, signal);
    offset = lines[0]?.offset;
  }
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: SearchPage = await call(
      "GET /svc/api/logs/{name}/search",
      { ...question, name, limit: 1, order, ...(offset !== undefined && { offset }), ...(cursor && { cursor }) },
      signal,
    );
    const [found] = page.records;
    if (found !== undefined) return numberAt(name, found.offset, signal);
    cursor = page.cursor;
  }
  return undefined;
}

/** Returns the number of the first line at a time or later; undefined if there is none. */
export async function lineAt(name: string, at: string): Promise<number | undefined> {
  return stepTo(name, { from: at }, undefined, "next", new AbortController().signal);
}

interface SearchPage {
  readonly records: readonly { readonly offset: number }[];
  readonly cursor: string | null;
}

/** Returns the number of the line that starts at a byte offset. */
export async function numberAt(name: string, offset: number, signal?: AbortSignal): Promise<number | undefined> {
  const { lines } = await call("GET /svc/api/logs/{name}/lines", { name, offset, count: 1 }, signal);
  return lines[0]?.number ?? undefined;
}
