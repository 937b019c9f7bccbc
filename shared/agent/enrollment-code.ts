import { createHash } from "node:crypto";
import { oneTimeCode, typedCode } from "#shared/contract/values/one-time-code.ts";
import type { Ids } from "#shared/ports/ids.ts";

const prefix = "lc";

/** Returns a code with 160 random bits. */
export function newEnrollmentCode(ids: Ids): string {
  return oneTimeCode(prefix, ids.bytes(32));
}

/** Returns the stored hash of a code. With 160 random bits it needs no pepper. */
export function codeFingerprint(code: string): string {
  return createHash("sha256").update(typedCode(prefix, code)).digest("hex");
}
