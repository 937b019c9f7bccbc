/** Headers of an answer that API Gateway renames. */
const renamed: ReadonlySet<string> = new Set(["www-authenticate"]);

/**
 * Returns the headers of an answer as API Gateway passes them on: `WWW-Authenticate` gets a prefix, so no client asks for a password.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function renamedHeaders<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      renamed.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
      value,
    ]),
  );
}
