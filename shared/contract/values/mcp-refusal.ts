import { errors, type ServiceError } from "../errors.ts";
import type { Refusal } from "../operation.ts";

/**
 * A refusal as clients of the Model Context Protocol read it: that of a credential as OAuth says it, with the challenge by which a client learns how to
 * get another, and any other as an error of JSON-RPC. The error's `response` may hold `challenge`, OAuth's word for it as `error`, and the methods
 * that are taken as `allow`.
 */
export function mcpRefusal({ status, text, error: name, response }: ServiceError): Refusal {
  const { challenge = status === 401 ? "Bearer" : undefined, error = "invalid_token", allow } = response;
  if (typeof challenge === "string")
    return {
      headers: { "WWW-Authenticate": challenge },
      body: JSON.stringify({ error, error_description: text }),
    };
  const message = { code: errors[name].code, message: text };
  return {
    headers: typeof allow === "string" ? { Allow: allow } : {},
    body: JSON.stringify({ jsonrpc: "2.0", id: null, error: message }),
  };
}
