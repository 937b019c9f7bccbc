import { ServiceError } from "#shared/contract/errors.ts";
import { knowsCallerFirst, maxBodyBytes, type Operation } from "#shared/contract/operation.ts";
import { parseJson } from "#shared/http/json.ts";
import { hasMoreParameters } from "#shared/http/parameters.ts";
import { wholeBody } from "#shared/http/whole-body.ts";
import { wantsEvents } from "../answers/events.ts";
import type { Exchange } from "../exchange.ts";
import { headerIn } from "../headers.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Field sent in the query to an operation that reads the body, or the reverse. */
export interface MisplacedField {
  readonly name: string;
  readonly sentIn: "body" | "query";
  /** True if the operation knows the field in the expected place. */
  readonly isKnown: boolean;
}

/** Input of a call besides its path: fields in the expected place, and misplaced fields. */
interface GivenFields {
  readonly fields: Fields;
  readonly misplaced: readonly MisplacedField[];
}

const fromQuery: ReadonlySet<Operation["method"]> = new Set(["GET", "HEAD", "DELETE"] as const);

export async function givenFields(exchange: Exchange, operation: Operation): Promise<GivenFields> {
  const { answers, takes, method } = operation;
  if (answers === "raw" || answers === "mcp") return { fields: {}, misplaced: [] };
  const query = queryOf(exchange, operation);
  const inQuery = fromQuery.has(method);
  const misplacedIn = (sentIn: MisplacedField["sentIn"], fields: Fields) =>
    Object.keys(fields).map((name) => ({ name, sentIn, isKnown: Object.hasOwn(operation.input.shape, name) }));
  // A page's form is posted to the page's own address, with any query.
  if (!inQuery && answers === "page") return { fields: await bodyOf(exchange, operation), misplaced: [] };
  if (!inQuery) {
    const fields = takes === "bytes" || answers === "bytes" ? {} : await bodyOf(exchange, operation);
    return { fields, misplaced: misplacedIn("query", query) };
  }
  if (method === "DELETE" && takes === undefined)
    return { fields: query, misplaced: misplacedIn("body", await bodyOf(exchange, operation)) };
  exchange.call.body.resume();
  const fields = wantsEvents(exchange) ? { ...query, ...lastSeen(exchange.call.headers) } : query;
  return { fields, misplaced: [] };
}

function queryOf({ query }: Exchange, { access }: Operation): Fields {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of query) {
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, value);
    else if (typeof earlier === "string") values.set(name, [earlier, value]);
    else earlier.push(value);
  }
  // In this query, `apiKey` is the credential.
  if (access === "data-key") values.delete("apiKey");
  return Object.fromEntries(values);
}

/** Returns the position at which a reconnecting event stream client continues. */
function lastSeen(headers: readonly string[]): Readonly<Record<string, string>> {
  const id = headerIn(headers, "last-event-id");
  return id !== undefined && /^\d{1,15}$/.test(id) ? { since: id } : {};
}

async function bodyOf(exchange: Exchange, operation: Operation): Promise<Fields> {
  const { answers, list } = operation;
  const { call, platform } = exchange;
  const declaredBytes = Number(headerIn(call.headers, "content-length") ?? 0);
  const bytes = await wholeBody(call.body, {
    maxBytes: maxBodyBytes(operation),
    bodyMs: platform.bodyMs,
    declaredBytes,
  });
  exchange.bodyBytes = bytes.length;
  const maxNames = knowsCallerFirst(operation) ? 15_000 : 500;
  return answers === "page" ? formIn(bytes, call.headers) : jsonIn(bytes, call.headers, { maxNames, list });
}

const maxFormFields = 100;

/** Returns the fields of a page's form. */
function formIn(bytes: Buffer, headers: readonly string[]): Fields {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headerIn(headers, "content-type") ?? ""))
    throw new ServiceError("content_type_unsupported", { text: "`application/x-www-form-urlencoded`" });
  const text = utf8(bytes);
  if (hasMoreParameters(text, maxFormFields))
    throw new ServiceError("input_invalid", { text: `the form has more than ${maxFormFields} fields` });
  return Object.fromEntries(new URLSearchParams(text));
}

/**
 * Returns the object in the body. An empty body counts as `{}`, as clients of this API expect; an array becomes the field that it
 * represents.
 */
function jsonIn(
  bytes: Buffer,
  headers: readonly string[],
  { maxNames, list }: { readonly maxNames: number; readonly list: string | undefined },
): Fields {
  if (bytes.length === 0) return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headerIn(headers, "content-type") ?? ""))
    throw new ServiceError("content_type_unsupported", { text: "`application/json`" });
  const value = parseJson(utf8(bytes), maxNames);
  if (list !== undefined && Array.isArray(value)) return { [list]: value };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ServiceError("input_invalid", { text: "the body must be a JSON object" });
  return value as Record<string, unknown>;
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ServiceError("json_invalid", { text: "not UTF-8", cause });
  }
}
