import type { ODataCall } from "./odata-call.ts";
import { badBody, ODataError } from "./odata-error.ts";

/** Returns the request's body as a JSON object. @throws ODataError */
export function jsonBody(call: ODataCall): Readonly<Record<string, unknown>> {
  const type = call.request.headers["content-type"] ?? "application/json";
  if (!/^(?:application\/json|text\/json)\b/i.test(type)) {
    throw new ODataError(415, "-1003", "Unsupported content type");
  }
  let value: unknown;
  try {
    value = JSON.parse(call.request.body.toString("utf8"));
  } catch {
    throw badBody("syntax error in JSON of the request body");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badBody("the request body is no JSON object");
  }
  return value as Readonly<Record<string, unknown>>;
}
