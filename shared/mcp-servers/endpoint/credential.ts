import { ServiceError } from "#shared/contract/errors.ts";
import { keyLength, looksLikeKey } from "#shared/contract/values/api-key.ts";
import type { CallCredential } from "#shared/proxy/call-credential.ts";

/** What a caller of an MCP server shows for itself. */
export type McpCredential =
  | { readonly kind: "nothing" }
  | { readonly kind: "key"; readonly value: string }
  | { readonly kind: "token"; readonly value: string }
  | { readonly kind: "account"; readonly user: string; readonly pass: string; readonly authorization: string }
  /** What is never taken here: an Admin API Key, another scheme, what cannot be read. */
  | { readonly kind: "other" };

interface CredentialParts {
  /** Every Authorization header. */
  readonly authorization: readonly string[];
  /** As it came, with its question mark. */
  readonly rawQuery: string;
  readonly credentialOf: (authorization: string | undefined, query: string) => CallCredential;
}

/** The one credential of a call. What stands in the query is a key and nothing else. @throws ServiceError credentials_repeated */
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

/** No key goes on to FileMaker Server as an account's name or password. */
function account(authorization: string): McpCredential {
  const text = Buffer.from(authorization.slice(authorization.indexOf(" ") + 1), "base64").toString("utf8");
  const colon = text.indexOf(":");
  const [user, pass] = [text.slice(0, colon), text.slice(colon + 1)];
  const holdsKey = startsLikeKey(user) || (pass.length === keyLength && startsLikeKey(pass));
  return user === "" || holdsKey ? { kind: "other" } : { kind: "account", user, pass, authorization };
}

function startsLikeKey(text: string): boolean {
  return looksLikeKey(text, "data") || looksLikeKey(text, "admin");
}
