import { ServiceError } from "#shared/contract/errors.ts";
import { keyLength, looksLikeKey } from "#shared/contract/values/api-key.ts";
import { looksLikeSession } from "#shared/contract/values/session-value.ts";
import { apiKeysIn } from "../path-rules.ts";

/** Credential of a call to the Admin API. */
export type AdminCallCredential =
  /** Admin API key, or something that claims to be one. */
  | { readonly kind: "key"; readonly value: string }
  /** Token of a login with a key. */
  | { readonly kind: "login"; readonly token: string }
  /** Session that was handed over to a command line program. */
  | { readonly kind: "session"; readonly value: string }
  /** Token from FileMaker Server, forwarded unchanged. */
  | { readonly kind: "token"; readonly authorization: string }
  | { readonly kind: "account"; readonly user: string; readonly pass: string; readonly authorization: string }
  /** Token that the caller signed with their own key. FileMaker Server accepts it for a login. */
  | { readonly kind: "pki"; readonly authorization: string }
  | { readonly kind: "none" };

/** True for a token of ours: FileMaker's own tokens are JSON Web Tokens, which contain dots. */
export const isLoginToken = (token: string): boolean => /^[0-9a-f]{52}$/.test(token);

/** Returns the one credential of a call. @throws ServiceError admin_key_in_url, wrong_kind_of_key, authorization_unsupported */
export function adminCallCredential(authorization: string | undefined, query: string): AdminCallCredential {
  const [inQuery] = query === "" ? [] : apiKeysIn(query);
  if (inQuery !== undefined)
    throw new ServiceError(looksLikeKey(inQuery, "data") ? "wrong_kind_of_key" : "admin_key_in_url");
  if (authorization === undefined) return { kind: "none" };
  const space = authorization.indexOf(" ");
  const end = space < 0 ? authorization.length : space;
  const scheme = authorization.slice(0, end).toLowerCase();
  const rest = authorization.slice(end).trim();
  if (scheme === "bearer") return bearer(rest, authorization);
  if (scheme === "basic") return account(rest, authorization);
  if (scheme === "pki") return { kind: "pki", authorization };
  throw new ServiceError("authorization_unsupported");
}

function bearer(value: string, authorization: string): AdminCallCredential {
  if (value === "") return { kind: "none" };
  if (looksLikeKey(value, "data")) throw new ServiceError("wrong_kind_of_key");
  if (looksLikeKey(value, "admin")) return { kind: "key", value };
  if (looksLikeSession(value)) return { kind: "session", value };
  return isLoginToken(value) ? { kind: "login", token: value } : { kind: "token", authorization };
}

/**
 * Reads Basic credentials. Browsers and curl send user information in front of the `@` of a URL as Basic. A key is never forwarded to
 * FileMaker Server as an account.
 */
function account(encoded: string, authorization: string): AdminCallCredential {
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1) throw new ServiceError("account_refused");
  const [user, pass] = [text.slice(0, colon), text.slice(colon + 1)];
  // A password can begin like a key, but is one only if it has the same length.
  const candidates = user === "apiKey" || pass.length === keyLength ? [user, pass] : [user];
  if (candidates.some((part) => looksLikeKey(part, "data"))) throw new ServiceError("wrong_kind_of_key");
  if (candidates.some((part) => looksLikeKey(part, "admin"))) throw new ServiceError("admin_key_in_url");
  return { kind: "account", user, pass, authorization };
}
