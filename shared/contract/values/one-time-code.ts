const letters = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's: none looks like another.

/** Random bytes as a person copies them from one screen to another: a letter for five bits of each, in groups of four. */
export function oneTimeCode(prefix: string, bytes: Uint8Array): string {
  const digits = [...bytes].map((byte) => letters[byte & 31]).join("");
  return `${prefix}-${(digits.match(/.{4}/g) ?? []).join("-")}`;
}

/** The letters of a code, however a person has typed it. */
export function typedCode(prefix: string, code: string): string {
  const typed = code.trim().toLowerCase().replace(/[\s-]/g, "");
  return typed.startsWith(prefix) ? typed.slice(prefix.length) : typed;
}
