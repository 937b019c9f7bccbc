import { scopes } from "../contract.ts";

const known = [
  "client_id",
  "code_challenge",
  "code_challenge_method",
  "redirect_uri",
  "resource",
  "response_type",
  "state",
] as const;
const knownScopes: ReadonlySet<string> = new Set([...scopes, "offline_access"]);

/**
 * Returns a client's request for the library. Unsupported parameters are removed if the library would reject them (`nonce`,
 * `response_mode`) or act differently (`prompt=login`: everyone signs in each time anyway). A request without a known scope gets all
 * scopes, because clients can omit them. Repeated parameters stay repeated and are rejected.
 */
export function authorizeQuery(given: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of known) for (const value of given.getAll(name)) query.append(name, value);
  if (given.getAll("prompt").includes("none")) query.set("prompt", "none");
  const asked = given.getAll("scope").flatMap((value) => value.split(" "));
  const wanted = asked.filter((scope) => knownScopes.has(scope));
  if (!wanted.some((scope) => scope !== "offline_access")) wanted.push(...scopes);
  if (wanted.includes("fm:write")) wanted.push("fm:read");
  query.set("scope", [...new Set(wanted)].join(" "));
  return query;
}
