const letters = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's alphabet, without similar characters.

/** Formats random bytes as a code that people copy between screens: a letter for five bits of each byte, in groups of four. */
export function oneTimeCode(prefix: string, bytes: Uint8Array): string {
  const digits = [...bytes].map((byte) => letters[byte & 31]).join("");
  return `${prefix}-${(digits.match(/.{4}/g) ?? []).join("-")}`;
}

/** Normalizes a code that a person typed. */
export function typedCode(prefix: string, code: string): string {
  const typed = code.trim().toLowerCase().replace(/[\s-]/g, "");
  return typed.startsWith(prefix) ? typed.slice(prefix.length) : typed;
}
