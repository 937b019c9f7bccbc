/**
 * Returns the reason why a name isn't allowed for a new file or folder, because some system or client would read it differently.
 * Undefined if it is allowed.
 */
export function nameRefusal(name: string): string | undefined {
  if (name === "") return "a name is missing";
  if (!name.isWellFormed()) return "a name holds half of a character";
  if (new TextEncoder().encode(name).length > 255) return "a name is longer than 255 bytes";
  if (/^\.{1,2}$/.test(name)) return "a name leads up";
  if (/[/\\:*?"<>|]/.test(name)) return 'a name holds one of / \\ : * ? " < > |';
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return "a name holds a control character";
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(name)) return "a name turns the direction of writing";
  if (name.includes("\u{fffd}")) return "a name holds U+FFFD, which stands for bytes that are no characters";
  if (/^\s|[\s.]$/u.test(name)) return "a name begins or ends with a space, or ends with a dot";
  if (reserved.test(name)) return "Windows keeps the name for a device";
  if (name !== name.normalize("NFC")) return "a name is not in Unicode's composed form (NFC)";
  return undefined;
}

const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/** Normalizes a name for comparison: names that any system or client treats as equal become equal. */
export function foldedName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
