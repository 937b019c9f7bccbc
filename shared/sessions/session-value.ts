import { createHash } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";

/** Returns a new session value of 256 random bits. It is only shown once, to the browser or program that stores it. */
export function newSessionValue(ids: Ids): string {
  return `ls_${Buffer.from(ids.bytes(32)).toString("hex")}`;
}

/**
 * Returns the stored id of a session value, which lists also show. With that number of random bits no pepper is needed: values can't be
 * found by guessing, and half of the digest is more than enough to distinguish them.
 */
export function sessionIdOf(value: string): string {
  return createHash("sha256").update(value).digest("hex").slice(0, 32);
}
