/** The two kinds of keys, distinguished by how their values start. */
export type KeyKind = "data" | "admin";

/** How a key's value is built: prefix, random part, checksum, the latter two in base62 (K1). */
export const keyPrefixes = { data: "dk_", admin: "ak_" } as const satisfies Record<KeyKind, string>;
export const randomDigits = 43; // 62^43 > 2^256
export const checksumDigits = 6; // 62^6 > 2^32
export const keyLength = 3 + randomDigits + checksumDigits;

/** Whether a text begins like a key. Says nothing about its being one. */
export function looksLikeKey(text: string, kind: KeyKind): boolean {
  return text.startsWith(keyPrefixes[kind]);
}

/** A stored key as it is shown, and as calls may name it: by its record's number and the last four characters of its value. */
export interface KeyHint {
  readonly kind: KeyKind;
  readonly id: number;
  readonly lastFour: string;
}

/** A hint as text, such as `dk_7…qW9y`. */
export function keyHint({ kind, id, lastFour }: KeyHint): string {
  return `${keyPrefixes[kind]}${id}…${lastFour}`;
}

/** What a text says that is a hint; undefined where it is none. Three dots are as good as an ellipsis. */
export function parsedKeyHint(text: string): KeyHint | undefined {
  const [, prefix, id = "", lastFour = ""] = /^(dk_|ak_)([1-9]\d{0,15})(?:…|\.{3})([0-9A-Za-z]{4})$/.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  return { kind: prefix === keyPrefixes.data ? "data" : "admin", id: Number(id), lastFour };
}

/** What begins like a key, whole or cut short, and any run as long as a key's that lost its beginning. */
const keyInText = /(?<![0-9A-Za-z])(dk_|ak_)[0-9A-Za-z]{8,}|[0-9A-Za-z]{40,}/g;

/** The text with every key in it, mistyped ones too, reduced to its hint. For logs. */
export function withoutKeys(text: string): string {
  return text.replace(keyInText, (found, prefix = "") => `${prefix}…${found.length < 40 ? "" : found.slice(-4)}`);
}

/** A raw path as a log may show it: readable, and without keys and tokens of FileMaker Server, however they were encoded. */
export function pathWithoutKeys(path: string): string {
  const readable = path.includes("%") ? decoded(path) : path;
  return withoutKeys(readable.replace(serverToken, "…")).replace(cliSignInHash, "…");
}

/** FileMaker's tokens have 49 hexadecimal digits and more, its container addresses 64; those of the Admin API are JWTs. */
const serverToken = /[0-9a-f]{40,}|eyJ[\w-]+(?:\.[\w-]*)*/gi;

/** What a command-line program made up for its sign-in stands for the token that it collects. */
const cliSignInHash = /(?<=\/(?:wizard|checkHash)\/)[^/]+/g;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not well-formed, and refused for it. What of a secret was encoded is seen, the rest is shown as it came.
    return path.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}
