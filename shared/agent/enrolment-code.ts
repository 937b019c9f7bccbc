import { createHash } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";

const letters = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's: none looks like another.

/** 160 random bits, as a person copies them from one screen to another. */
export function newEnrolmentCode(ids: Ids): string {
  const digits = [...ids.bytes(32)].map((byte) => letters[byte & 31]).join("");
  return `lc-${(digits.match(/.{4}/g) ?? []).join("-")}`;
}

/** What is stored of a code. So many random bits need no pepper. */
export function codeFingerprint(code: string): string {
  const digits = code.trim().toLowerCase().replace(/^lc-/, "").replace(/[\s-]/g, "");
  return createHash("sha256").update(digits).digest("hex");
}
