import type { Reply } from "../http/reply.ts";
import type { ODataBehavior } from "../world/behavior.ts";
import type { AnswerForm } from "./answer-form.ts";
import { xmlText } from "./metadata/metadata-xml.ts";

/** Placeholder for a value without JSON: a calculation without a result. */
export const WITHOUT_RESULT = "\u0000?";

/** Returns an answer with JSON, with the engine's content type and the defects that the world defines. */
export function jsonAnswer(
  form: AnswerForm,
  settings: ODataBehavior,
  value: Readonly<Record<string, unknown>>,
  { status = 200, headers = {} }: { readonly status?: number; readonly headers?: Reply["headers"] } = {},
): Reply {
  const text = JSON.stringify(form.metadata === "none" ? withoutAnnotations(value) : value);
  return {
    status,
    code: "0",
    headers: { "Content-Type": "application/json;charset=utf-8", "OData-Version": form.version, ...headers },
    body: Buffer.from(defective(text, settings)),
  };
}

/** Returns an answer without a body. */
export function emptyAnswer(form: AnswerForm, headers: Reply["headers"] = {}): Reply {
  return { status: 204, code: "0", headers: { "OData-Version": form.version, ...headers }, body: Buffer.alloc(0) };
}

/** Returns an error answer; as XML for callers that accept nothing else. */
export function errorAnswer(status: number, code: string, message: string, isXml = false): Reply {
  const challenge: Reply["headers"] = status === 401 ? { "WWW-Authenticate": 'Basic realm="FileMaker OData"' } : {};
  return {
    status,
    code,
    headers: { "Content-Type": `application/${isXml ? "xml" : "json"};charset=utf-8`, ...challenge },
    body: Buffer.from(isXml ? errorXml(code, message) : JSON.stringify({ error: { code, message } })),
  };
}

function errorXml(code: string, message: string): string {
  const namespace = "http://docs.oasis-open.org/odata/ns/metadata";
  return `<?xml version="1.0" encoding="utf-8"?>\n<m:error xmlns:m="${namespace}"><m:code>${xmlText(code)}</m:code><m:message>${xmlText(message)}</m:message></m:error>`;
}

function withoutAnnotations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAnnotations);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name]) => !/^@(?!odata\.(?:count|nextLink)$|(?:count|nextLink)$)/.test(name),
  );
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutAnnotations(part)]));
}

function defective(text: string, settings: ODataBehavior): string {
  const numbers = settings.leadingZero === "omitted" ? withoutLeadingZeros(text) : text;
  const marked = numbers.replaceAll('"\\u0000?"', settings.bareQuestionMark ? "?" : "null");
  if (!settings.rawControlCharacters) return marked;
  return marked.replace(/\\(.)/g, (escaped, letter: string) => RAW[letter] ?? escaped);
}

/** Writes 0.5 as .5, except inside of texts. */
function withoutLeadingZeros(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g, (token) => token.replace(/^(-?)0\./, "$1."));
}

const RAW: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
