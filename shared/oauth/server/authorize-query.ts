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
 * A client's request as the library is to see it. What we have nothing for is left out, where the library would refuse (`nonce`, `response_mode`) or do
 * something else (`prompt=login`: everybody signs in each time). A request without a scope that we know gets all of them: clients may leave it out.
 * What came twice stays twice, and is refused.
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
