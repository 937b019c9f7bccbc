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
  if (!parsed.success) throw new ServiceError("input_invalid", { text: parsed.error.issues.map(sentence).join("; ") });
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

/** Names the field and what is wrong with it, never the value, which may be a password. */
function sentence(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join(".");
  return field === "" ? issue.message : `\`${field}\`: ${issue.message}`;
}
