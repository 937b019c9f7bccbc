import { type ErrorName, errors, type ServiceError } from "../errors.ts";

/** Codes that JSON-RPC defines. Codes of all other errors are from the catalog. Source: https://www.jsonrpc.org/specification#error_object */
const protocolCodes: Partial<Record<ErrorName, number>> = { json_invalid: -32_700 };

/** Head and body of a refusal. Its status is the error's own. */
interface McpRefusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Formats a refusal for clients of the Model Context Protocol. Refused credentials follow OAuth, with the challenge that tells a client
 * how to get one; all others are JSON-RPC errors. The error's `response` can contain `challenge`, the OAuth error code as `error`, and
 * the allowed methods as `allow`.
 */
export function mcpRefusal({ status, text, error: name, response }: ServiceError): McpRefusal {
  const { challenge = status === 401 ? "Bearer" : undefined, error = "invalid_token", allow } = response;
  if (typeof challenge === "string")
    return {
      headers: { "WWW-Authenticate": challenge },
      body: JSON.stringify({ error, error_description: text }),
    };
  const message = { code: protocolCodes[name] ?? errors[name].code, message: text };
  return {
    headers: typeof allow === "string" ? { Allow: allow } : {},
    body: JSON.stringify({ jsonrpc: "2.0", id: null, error: message }),
  };
}
