/** Kinds of keys, distinguished by the prefix of their values. */
export type KeyKind = "data" | "admin";

/** Format of a key's value: prefix, random part, checksum; the latter two in base62. */
export const keyPrefixes = { data: "dk_", admin: "ak_" } as const satisfies Record<KeyKind, string>;
export const randomDigits = 43; // 62^43 > 2^256
export const checksumDigits = 6; // 62^6 > 2^32
export const keyLength = 3 + randomDigits + checksumDigits;

/** Prefix of the Data API keys of OttoFMS's predecessor, which OttoFMS still accepts. */
const oldPrefix = "KEY_";

/** True if the text starts like a key. It need not be one. */
export function looksLikeKey(text: string, kind: KeyKind): boolean {
  return text.startsWith(keyPrefixes[kind]) || (kind === "data" && text.startsWith(oldPrefix));
}

/** True if the text has the form of a key, not only its beginning, which a password can have too. */
export function hasKeyForm(text: string): boolean {
  const startsLikeKey = looksLikeKey(text, "data") || looksLikeKey(text, "admin");
  return startsLikeKey && (text.length === keyLength || importedKeyKind(text) !== undefined);
}

/**
 * Returns the kind of a value in a form that can be imported: a prefix and 24 to 40 letters and digits, of which 10 differ. Our own values
 * are longer, so a typo in one doesn't make it an imported one. Undefined for other texts.
 */
export function importedKeyKind(value: string): KeyKind | undefined {
  const [, prefix, rest = ""] = /^(dk_|ak_|KEY_)([0-9A-Za-z]{24,40})$/.exec(value) ?? [];
  if (prefix === undefined || new Set(rest).size < 10) return undefined;
  return prefix === keyPrefixes.admin ? "admin" : "data";
}

/** Stored key as it is displayed and as calls can name it: by its id and the last four characters of its value. */
export interface KeyHint {
  readonly kind: KeyKind;
  readonly id: number;
  readonly lastFour: string;
}

/** Formats a hint, such as `dk_7…qW9y`. */
export function keyHint({ kind, id, lastFour }: KeyHint): string {
  return `${keyPrefixes[kind]}${id}…${lastFour}`;
}

/** Parses a hint. Undefined if it isn't one. Three dots are accepted as an ellipsis. */
export function parsedKeyHint(text: string): KeyHint | undefined {
  const [, prefix, id = "", lastFour = ""] = /^(dk_|ak_)([1-9]\d{0,15})(?:…|\.{3})([0-9A-Za-z]{4})$/.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  return { kind: prefix === keyPrefixes.data ? "data" : "admin", id: Number(id), lastFour };
}

/** True if a value is the hint of the key that a path names by its value, id or hint. */
export function isHintOf(value: unknown, inPath: string | undefined): boolean {
  const hint = typeof value === "string" ? parsedKeyHint(value) : undefined;
  return hint !== undefined && (inPath === String(hint.id) || inPath?.endsWith(hint.lastFour) === true);
}

/** Text that starts like a key, whole or cut short, and any run that is as long as a key without its beginning. */
const keyInText = /(?<![0-9A-Za-z])(dk_|ak_|KEY_)[0-9A-Za-z]{8,}|[0-9A-Za-z]{40,}/g;

/** Replaces all keys in a text by their hints, including mistyped ones. For logs. */
export function withoutKeys(text: string): string {
  return text.replace(keyInText, (found, prefix = "") => `${prefix}…${found.length < 40 ? "" : found.slice(-4)}`);
}

/** Returns a raw path for logs: readable, and without keys and tokens of FileMaker Server in any encoding. */
export function pathWithoutKeys(path: string): string {
  const readable = path.includes("%") ? decoded(path) : path;
  return withoutKeys(readable.replace(serverToken, "…")).replace(cliSignInHash, "…");
}

/** FileMaker's tokens have 49 or more hexadecimal digits, its container URLs 64; tokens of the Admin API are JWTs. */
const serverToken = /[0-9a-f]{40,}|eyJ[\w-]+(?:\.[\w-]*)*/gi;

/** A command line program's random value identifies the token that it collects after the sign-in. */
const cliSignInHash = /(?<=\/(?:wizard|checkHash)\/)[^/]+/g;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Malformed, and rejected for it. Encoded parts of a secret are decoded to be found; the rest is shown unchanged.
    return path.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}
