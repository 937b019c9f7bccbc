/** The two kinds of keys, told apart by how their values start. */
export type KeyKind = "data" | "admin";

/** How a key's value is built: prefix, random part, checksum, the latter two in base62 (K1). */
export const prefixes = { data: "dk_", admin: "ak_" } as const satisfies Record<KeyKind, string>;
export const randomDigits = 43; // 62^43 > 2^256
export const checksumDigits = 6; // 62^6 > 2^32
export const valueLength = 3 + randomDigits + checksumDigits;

/** Whether a text begins like a key. Says nothing about its being one. */
export function looksLikeKey(text: string, kind: KeyKind): boolean {
  return text.startsWith(prefixes[kind]);
}

const keyInText = new RegExp(`\\b(dk|ak)_[0-9A-Za-z]{${randomDigits + checksumDigits - 4}}([0-9A-Za-z]{4})`, "g");

/** The text with every key in it reduced to its hint, for logs. */
export function withoutKeys(text: string): string {
  return text.replace(keyInText, "$1_…$2");
}
