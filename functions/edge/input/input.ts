import type { Request } from "@middy/core";
import type * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { wantsEvents } from "../answers/events.ts";
import type { Exchange } from "../exchange.ts";
import { headerIn } from "../headers.ts";
import { parametersOf } from "../routes/routes.ts";
import { parseJson } from "./json.ts";
import { wholeBody } from "./whole-body.ts";

const fromQuery: ReadonlySet<Operation["method"]> = new Set(["GET", "HEAD", "DELETE"] as const);

/** Reads what an operation takes: path parameters, and query, JSON body or form. Relays read their calls themselves. */
export function readInput() {
  return {
    before: ({ event: exchange }: Pick<Request<Exchange>, "event">): Promise<void> | undefined =>
      exchange.isRelay ? undefined : read(exchange),
  };
}

/** @throws ServiceError naming every wrong field */
async function read(exchange: Exchange): Promise<void> {
  const { route, path } = exchange;
  if (route === undefined) return;
  const given = { ...(await fieldsOf(exchange, route.operation)), ...parametersOf(route.template, path) };
  const parsed = route.operation.input.safeParse(given);
  if (!parsed.success)
    throw new ServiceError("input_invalid", { text: parsed.error.issues.flatMap(sentences).join("; ") });
  exchange.input = parsed.data;
}

async function fieldsOf(exchange: Exchange, operation: Operation): Promise<Readonly<Record<string, unknown>>> {
  const { call } = exchange;
  const { answers, takes, method, list } = operation;
  if (answers === "raw") return {};
  if (takes === "bytes") return method === "DELETE" ? queryOf(exchange) : {};
  if (answers === "bytes" || fromQuery.has(method)) {
    call.body.resume();
    if (!fromQuery.has(method)) return {};
    const query = queryOf(exchange);
    return wantsEvents(exchange) ? { ...query, ...lastSeen(call.headers) } : query;
  }
  const bytes = await wholeBody(call, exchange.platform.bodyMs);
  exchange.bodyBytes = bytes.length;
  return answers === "page" ? formIn(bytes, call.headers) : jsonIn(bytes, call.headers, list);
}

function queryOf({ query }: Exchange): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** Where a client that comes back to an event stream goes on. */
function lastSeen(headers: readonly string[]): Readonly<Record<string, string>> {
  const id = headerIn(headers, "last-event-id");
  return id !== undefined && /^\d{1,15}$/.test(id) ? { since: id } : {};
}

/** The fields of a page's form. */
function formIn(bytes: Buffer, headers: readonly string[]): Readonly<Record<string, unknown>> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headerIn(headers, "content-type") ?? ""))
    throw new ServiceError("content_type_unsupported", { text: "`application/x-www-form-urlencoded`" });
  return Object.fromEntries(new URLSearchParams(utf8(bytes)));
}

/** The body's object. No body at all counts as `{}`, as clients of this API expect; a list is the field that it stands for. */
function jsonIn(bytes: Buffer, headers: readonly string[], list?: string): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headerIn(headers, "content-type") ?? ""))
    throw new ServiceError("content_type_unsupported", { text: "`application/json`" });
  const value = parseJson(utf8(bytes));
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

/** Names each field and what is wrong with it, never the value, which may be a password. */
function sentences({ path, message, ...issue }: z.core.$ZodIssue): readonly string[] {
  if (issue.code === "invalid_union" && issue.errors.length > 0) return ofForms(path, issue.errors);
  const field = path.map(String).join(".");
  return [field === "" ? message : `\`${field}\`: ${message}`];
}

type Forms = readonly (readonly z.core.$ZodIssue[])[];

/** Of a field that has several forms: what is wrong with the form that was meant, or, where that is unknown, with each. */
function ofForms(path: readonly PropertyKey[], given: Forms): readonly string[] {
  const forms = flat(given);
  const meant = forms.filter(([first]) => first?.code !== "invalid_type" || first.path.length > 0);
  const [form] = meant;
  if (form !== undefined && meant.length === 1)
    return form.flatMap((issue) => sentences({ ...issue, path: [...path, ...issue.path] }));
  const firsts = (meant.length === 0 ? forms : meant).flatMap((issues) => issues.slice(0, 1));
  const message = [...new Set(firsts.map((issue) => issue.message))].join(", or ");
  return sentences({ code: "custom", path: [...path], input: undefined, message });
}

/** A form that has several forms itself counts as those. */
function flat(forms: Forms): Forms {
  return forms.flatMap((issues): Forms => {
    const [first] = issues;
    return first?.code === "invalid_union" && first.path.length === 0 && first.errors.length > 0
      ? flat(first.errors)
      : [issues];
  });
}
