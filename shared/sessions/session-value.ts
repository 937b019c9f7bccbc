import { createHash } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";

/** What stands for a session: 256 random bits (S1). Shown once, to the browser or the program that keeps it. */
export function newSessionValue(ids: Ids): string {
  return `ls_${Buffer.from(ids.bytes(32)).toString("hex")}`;
}

/**
 * What is stored of a value, and what lists call it. So many random bits need no pepper: no value is found by trying, and
 * half of the digest is more than enough to tell them apart.
 */
export function sessionIdOf(value: string): string {
  return createHash("sha256").update(value).digest("hex").slice(0, 32);
}
