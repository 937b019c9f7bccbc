import { ServiceError } from "#shared/contract/errors.ts";
import { looksLikeKey } from "#shared/contract/values/api-key.ts";
import { apiKeysIn } from "./path-rules.ts";

/** Credential of a call to the proxies. */
export type CallCredential =
  /** Value of a key, or something that claims to be one. */
  | { readonly kind: "key"; readonly value: string }
  /** Bearer token that isn't a key: the token of a login through the proxy, or an unknown one. */
  | { readonly kind: "token"; readonly value: string }
  /** No credential that opens a file by key: an account, another scheme, or nothing. */
  | { readonly kind: "none"; readonly sent: "account" | "other" | "nothing" };

/** Returns the one credential of a call. @throws ServiceError credentials_repeated */
export function credentialOf(authorization: string | undefined, query: string): CallCredential {
  // Most queries have no apiKey. The name can be percent-encoded, so a % is checked as well.
  const fromQuery = apiKeysIn(query);
  if (fromQuery.length === 0)
    return authorization === undefined ? { kind: "none", sent: "nothing" } : inHeader(authorization);
  if (fromQuery.length > 1 || authorization !== undefined) throw new ServiceError("credentials_repeated");
  return { kind: "key", value: fromQuery[0] as string };
}

function inHeader(authorization: string): CallCredential {
  const space = authorization.indexOf(" ");
  const scheme = authorization.slice(0, space).toLowerCase();
  const rest = authorization.slice(space + 1).trim();
  if (scheme === "bearer") return { kind: looksLikeKey(rest, "data") ? "key" : "token", value: rest };
  if (scheme !== "basic") return { kind: "none", sent: "other" };
  const account = Buffer.from(rest, "base64").toString("utf8");
  const colon = account.indexOf(":");
  if (colon < 0) return { kind: "none", sent: "other" };
  if (account.slice(0, colon) === "apiKey") return { kind: "key", value: account.slice(colon + 1) };
  return { kind: "none", sent: "account" };
}
