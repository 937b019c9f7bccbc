import { pathWithoutKeys } from "#shared/contract/values/api-key.ts";

/** A path as logs may hold it. Keys, session tokens and addresses of containers are as good as passwords while they live. */
export function maskedPath(path: string): string {
  if (!mayHoldSecret.test(path)) return path;
  return pathWithoutKeys(path.replace(behindWord, "…")).replace(behindWord, "…");
}

/** The beginnings of keys, the words behind which tokens stand, a run as long as either, or an encoding that may hide one of them. */
const mayHoldSecret = /%|k_|eyJ|\/(?:sessions|auth|wizard|checkHash)\/|[0-9A-Za-z]{40}/i;
/** What stands behind these words is taken for a token in any case, before it is decoded and afterwards. */
const behindWord = /(?<=\/(?:sessions|auth)\/)[^/]+/gi;
