/** What a new file or folder may be called, so that every system and every client reads the name alike. Undefined: it may. */
export function nameRefusal(name: string): string | undefined {
  if (name === "") return "a name is missing";
  if (!name.isWellFormed()) return "a name holds half of a character";
  if (new TextEncoder().encode(name).length > 255) return "a name is longer than 255 bytes";
  if (/^\.{1,2}$/.test(name)) return "a name leads up";
  if (/[/\\:*?"<>|]/.test(name)) return 'a name holds one of / \\ : * ? " < > |';
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return "a name holds a control character";
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(name)) return "a name turns the direction of writing";
  if (/^\s|[\s.]$/u.test(name)) return "a name begins or ends with a space, or ends with a dot";
  if (reserved.test(name)) return "Windows keeps the name for a device";
  if (name !== name.normalize("NFC")) return "a name is not in Unicode's composed form (NFC)";
  return undefined;
}

const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/** How names are compared: what some system or client takes for the same name is the same. */
export function foldedName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
