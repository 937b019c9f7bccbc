/**
 * Returns the reason why a name isn't allowed for a new file or folder, because some system or client would read it differently.
 * Undefined if it is allowed.
 */
export function nameRefusal(name: string): string | undefined {
  if (name === "") return "must not be empty";
  if (!name.isWellFormed()) return "must not contain incomplete Unicode characters";
  if (new TextEncoder().encode(name).length > 255) return "must be at most 255 bytes long";
  if (/^\.{1,2}$/.test(name)) return "must not be a relative path";
  if (/[/\\:*?"<>|]/.test(name)) return 'must not contain any of / \\ : * ? " < > |';
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return "must not contain control characters";
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(name))
    return "must not contain characters that change the text direction";
  if (name.includes("\u{fffd}")) return "must not contain U+FFFD, which replaces undecodable bytes";
  if (/^\s|[\s.]$/u.test(name)) return "must not begin with a space, or end with a space or dot";
  if (reserved.test(name)) return "must not be a device name that Windows reserves";
  if (name !== name.normalize("NFC")) return "must be in Unicode normalization form NFC";
  return undefined;
}

const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/** Normalizes a name for comparison: names that any system or client treats as equal become equal. */
export function normalizedHostName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
