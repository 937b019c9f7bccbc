import { ServiceError } from "#shared/contract/errors.ts";
import { hasKeyForm, looksLikeKey } from "#shared/contract/values/api-key.ts";
import type { CallCredential } from "#shared/proxy/api.ts";

/** Credential of a call to an MCP server. */
export type McpCredential =
  | { readonly kind: "nothing" }
  | { readonly kind: "key"; readonly value: string }
  | { readonly kind: "token"; readonly value: string }
  | { readonly kind: "account"; readonly user: string; readonly pass: string; readonly authorization: string }
  /** Credential that is never accepted: an Admin API key, another scheme, or an unreadable one. */
  | { readonly kind: "other" };

interface CredentialParts {
  /** All Authorization headers. */
  readonly authorization: readonly string[];
  /** Original query, including the question mark. */
  readonly rawQuery: string;
  readonly credentialOf: (authorization: string | undefined, query: string) => CallCredential;
}

/**
 * Returns the only credential of a call. Keys are the only credentials accepted in the query.
 * @throws ServiceError credentials_repeated
 */
export function mcpCredential({ authorization, rawQuery, credentialOf }: CredentialParts): McpCredential {
  if (authorization.length > 1) throw new ServiceError("credentials_repeated");
  const [header] = authorization;
  const credential = credentialOf(header, rawQuery);
  if (credential.kind === "none")
    return credential.sent === "account"
      ? account(header as string)
      : { kind: credential.sent === "nothing" ? "nothing" : "other" };
  const { kind, value } = credential;
  if (looksLikeKey(value, "admin")) return { kind: "other" };
  return { kind, value };
}

/** Returns an account, unless it contains a key: keys are never sent to FileMaker Server as an account name or password. */
function account(authorization: string): McpCredential {
  const text = Buffer.from(authorization.slice(authorization.indexOf(" ") + 1), "base64").toString("utf8");
  const colon = text.indexOf(":");
  const [user, pass] = [text.slice(0, colon), text.slice(colon + 1)];
  const holdsKey = startsLikeKey(user) || hasKeyForm(pass);
  return user === "" || holdsKey ? { kind: "other" } : { kind: "account", user, pass, authorization };
}

function startsLikeKey(text: string): boolean {
  return looksLikeKey(text, "data") || looksLikeKey(text, "admin");
}
