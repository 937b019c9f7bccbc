import { ServiceError } from "#shared/contract/errors.ts";
import { hasKeyForm, looksLikeKey } from "#shared/contract/values/api-key.ts";
import type { KeyCache, KeyHandle } from "#shared/keys/api.ts";
import type { CallCredential } from "../call-credential.ts";
import type { CheckedCall } from "../checked-call.ts";
import { looksLikePageLink, type PageLinks } from "./page-links.ts";
import type { ODataPath } from "./path.ts";

/** Caller of OData: a key, or a FileMaker account that is used directly. */
export type ODataCaller =
  | { readonly kind: "key"; readonly handle: KeyHandle }
  | { readonly kind: "account"; readonly user: string; readonly authorization: string };

/**
 * Identifies the caller, and notes its key for the call. Cached results are returned without a promise.
 * @throws ServiceError key_unknown, key_odata_off, page_link_ended
 */
export function odataCaller(
  { keyCache, links }: { readonly keyCache: KeyCache; readonly links: PageLinks },
  checked: CheckedCall,
  wanted: ODataPath,
): ODataCaller | Promise<ODataCaller> {
  const { credential, headers, outcome } = checked;
  if (credential.kind !== "key") return accountIn(credential, headers.authorization);
  if (checked.keyInQuery && looksLikePageLink(credential.value))
    return links.keyOf(credential.value, checked, wanted).then((found) => requireOData(found, outcome));
  const known = keyCache.fresh(credential.value);
  return known === undefined
    ? keyCache.find(credential.value).then((found) => requireOData(found, outcome))
    : requireOData(known, outcome);
}

function requireOData(handle: KeyHandle | undefined, outcome: CheckedCall["outcome"]): ODataCaller {
  if (handle === undefined) throw new ServiceError("key_unknown");
  // Rejected calls count for their key too.
  outcome.key = handle.name;
  if (!handle.record.isOData) throw new ServiceError("key_odata_off");
  return { kind: "key", handle };
}

/**
 * Returns the account of a call. OData has no tokens, and a key is never forwarded to FileMaker Server as an account's name or
 * password.
 */
function accountIn({ kind }: CallCredential, authorization = ""): ODataCaller {
  const [scheme = "", encoded = ""] = authorization.split(" ", 2);
  const account = Buffer.from(encoded, "base64").toString("utf8");
  const colon = account.indexOf(":");
  const [user, pass] = [account.slice(0, colon), account.slice(colon + 1)];
  const isAccount = kind === "none" && scheme.toLowerCase() === "basic" && colon > 0;
  const holdsKey = startsLikeKey(user) || hasKeyForm(pass);
  if (!isAccount || holdsKey) throw new ServiceError("key_unknown");
  return { kind: "account", user, authorization };
}

function startsLikeKey(text: string): boolean {
  return looksLikeKey(text, "data") || looksLikeKey(text, "admin");
}
