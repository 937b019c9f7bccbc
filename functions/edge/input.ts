import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod";
import { ServiceError } from "../../shared/contract/errors.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { parseJson } from "./json.ts";
import { parametersOf } from "./routes.ts";

const largestBody = 1_000_000;

/** Path parameters, query or JSON body of an event as the operation's input. @throws ServiceError naming every wrong field */
export function inputOf(operation: Operation, event: APIGatewayProxyEvent): Record<string, unknown> {
  const fromPath = parametersOf(event.resource, event.path);
  const inQuery = operation.method === "GET" || operation.method === "HEAD" || operation.method === "DELETE";
  const rest = inQuery ? queryOf(event) : operation.answers === "page" ? formOf(event) : bodyOf(event, operation.list);
  const parsed = operation.input.safeParse({ ...rest, ...fromPath });
  if (!parsed.success)
    throw new ServiceError("input_invalid", { text: parsed.error.issues.flatMap(sentences).join("; ") });
  return parsed.data;
}

function queryOf(event: APIGatewayProxyEvent): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    query[name] = values?.length === 1 ? values[0] : values;
  }
  return query;
}

/** The fields of a page's form. */
function formOf(event: APIGatewayProxyEvent): Record<string, unknown> {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > largestBody) throw new ServiceError("body_too_large");
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headerOf(event, "content-type") ?? "")) {
    throw new ServiceError("content_type_unsupported");
  }
  return Object.fromEntries(new URLSearchParams(utf8(bytes)));
}

/** The body's object. No body at all counts as `{}`, as clients of this API expect; a list is the field that it stands for. */
function bodyOf(event: APIGatewayProxyEvent, list?: string): Record<string, unknown> {
  if (event.body === null || event.body === "") return {};
  const bytes = Buffer.from(event.body, event.isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > largestBody) throw new ServiceError("body_too_large");
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headerOf(event, "content-type") ?? "")) {
    throw new ServiceError("content_type_unsupported");
  }
  const value = parseJson(utf8(bytes));
  if (list !== undefined && Array.isArray(value)) return { [list]: value };
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ServiceError("input_invalid", { text: "the body must be a JSON object" });
  }
  return value as Record<string, unknown>;
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ServiceError("json_invalid", { text: "not UTF-8", cause });
  }
}

/** A header's value, whatever the case of its name. */
export function headerOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [given, value] of Object.entries(event.headers ?? {})) {
    if (given.toLowerCase() === name) return value;
  }
  return undefined;
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
