import { pathWithoutKeys } from "#shared/contract/values/api-key.ts";

/** A path as logs may hold it. Keys, session tokens and addresses of containers are as good as passwords while they live. */
export function maskedPath(path: string): string {
  if (!mayHoldSecret.test(path)) return path;
  return pathWithoutKeys(path.replace(token, "…")).replace(token, "…");
}

/** The beginnings of keys, the words behind which tokens stand, a run as long as either, or an encoding that may hide one of them. */
const mayHoldSecret = /%|k_|\/(?:sessions|auth|wizard|checkHash)\/|[0-9A-Za-z]{40}/i;
/** FileMaker's tokens have 49 hexadecimal digits and more, its container addresses 64. What stands behind `sessions` and `auth` is taken for one in any case. */
const token = /(?<=\/(?:sessions|auth)\/)[^/]+|[0-9a-f]{40,}/gi;
