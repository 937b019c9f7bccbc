import type { Anonymizer } from "./anonymizer.ts";
import type { Answer } from "./call.ts";
import { filled, type HttpQuestion, type Variable } from "./questions/http-question.ts";
import type { HttpEntry } from "./recording.ts";

/** Variables that are names, with the kinds of their placeholders. */
export const nameKinds = {
  file: "file",
  layout: "layout",
  field: "field",
  table: "table",
  column: "field",
  script: "script",
} as const;

/** Records a request from its template, so that it contains no value of the server. */
export function recordedRequest(
  question: HttpQuestion,
  authorization: string | undefined,
  anonymize: Anonymizer,
  values: ReadonlyMap<Variable, string>,
): HttpEntry["request"] {
  const placeholder = (name: Variable): string => {
    const value = values.get(name) ?? "";
    if (name in nameKinds) return anonymize.name(nameKinds[name as keyof typeof nameKinds], value);
    return name.endsWith("token") ? shapeOf(value) : `«${name}»`;
  };
  const recorded = (template: string) => {
    const text = filled(template, placeholder);
    return "text" in text ? text.text : template;
  };
  const [path = "", query = ""] = recorded(question.path).split(/\?(.*)/s);
  const headers = Object.entries(question.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return {
    method: question.method,
    path,
    query,
    headers: authorization === undefined ? headers : [...headers, `Authorization: ${authorization}`],
    body: question.body === undefined ? null : recorded(question.body),
  };
}

/** Records an answer without what is the server's own. */
export function recordedAnswer(question: HttpQuestion, answer: Answer, anonymize: Anonymizer): HttpEntry["response"] {
  const { status, reason, rawHeaders, body } = answer;
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${recordedHeader(name, rawHeaders[index + 1] ?? "", anonymize)}`] : [],
  );
  const type = rawHeaders.find(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === "content-type" && index % 2 === 1,
  );
  return { status, reason: anonymize.text(reason), headers, ...recordedBody(question, type ?? "", body, anonymize) };
}

function recordedHeader(name: string, value: string, anonymize: Anonymizer): string {
  const known = name.toLowerCase();
  if (known === "x-fm-data-access-token" || known === "x-fm-access-token") return shapeOf(value);
  if (known === "etag") return value.startsWith("W/") ? `W/«string:${value.length - 2}»` : `«string:${value.length}»`;
  return anonymize.header(name, value);
}

function recordedBody(
  question: HttpQuestion,
  type: string,
  body: string,
  anonymize: Anonymizer,
): { readonly body?: unknown; readonly bodyShape?: string } {
  if (body === "") return { body: null };
  const json = jsonOf(body);
  if (json !== undefined) return { body: anonymizedJson(question, json, anonymize) };
  if (/xml/.test(type) || body.startsWith("<?xml")) return { body: anonymize.markup(body) };
  return { bodyShape: `${type.split(";")[0]} «string:${body.length}»` };
}

function anonymizedJson({ api }: HttpQuestion, json: unknown, anonymize: Anonymizer): unknown {
  if (api !== "odata" || json === null || typeof json !== "object" || Array.isArray(json)) {
    return withTokens(json, anonymize);
  }
  // An error and the lists of OData have words of their own; everything else has names of a file.
  const own = new Set(["error", "value"]);
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      if (key === "error") return [key, anonymize.json(value)];
      if (key === "value" && Array.isArray(value) && value.every(isNamed)) return [key, anonymize.json(value)];
      if (key.startsWith("@") || own.has(key)) return [key, anonymize.json(value, true)];
      return Object.entries(anonymize.json({ [key]: value }, true) as object)[0] ?? [key, null];
    }),
  );
}

/** True for a row of a service document, which isn't a record. */
function isNamed(row: unknown): boolean {
  if (row === null || typeof row !== "object") return false;
  return "name" in row && Object.keys(row).every((key) => ["name", "kind", "url", "id"].includes(key));
}

/** Shows the length and form of tokens. */
function withTokens(json: unknown, anonymize: Anonymizer): unknown {
  const found = json as { readonly response?: { readonly token?: unknown } } | null;
  const token = found?.response?.token;
  if (typeof token !== "string") return anonymize.json(json);
  const rest = anonymize.json({ ...found, response: { ...found?.response, token: null } }) as {
    readonly response: object;
  };
  return { ...rest, response: { ...rest.response, token: shapeOf(token) } };
}

/** Returns length and form of a token. */
export function shapeOf(token: string): string {
  const form = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? "jwt" : /^[0-9a-f]+$/.test(token) ? "hex" : "other";
  return `«token:${form}:${token.length}»`;
}

/** Returns undefined if a text isn't JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: recorded in another form.
    return undefined;
  }
}
