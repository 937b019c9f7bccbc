import { crc32 } from "node:zlib";
import {
  checksumDigits,
  importedKeyKind,
  type KeyKind,
  keyLength,
  keyPrefixes,
  randomDigits,
} from "#shared/contract/values/api-key.ts";
import type { Ids } from "#shared/ports/ids.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Creates a key value: prefix, 256 random bits in base62, and their CRC32, so that typos are detected without a lookup. */
export function newSecret(kind: KeyKind, ids: Ids): string {
  const random = base62(BigInt(`0x${Buffer.from(ids.bytes(32)).toString("hex")}`), randomDigits);
  const body = keyPrefixes[kind] + random;
  return body + base62(BigInt(crc32(body)), checksumDigits);
}

/** Returns the kind of a key value; undefined if its format or checksum is invalid. Imported values have no checksum. */
export function secretKind(value: string): KeyKind | undefined {
  return importedKeyKind(value) ?? ownKind(value);
}

function ownKind(value: string): KeyKind | undefined {
  if (value.length !== keyLength) return undefined;
  const kind = value.startsWith(keyPrefixes.data) ? "data" : value.startsWith(keyPrefixes.admin) ? "admin" : undefined;
  if (kind === undefined) return undefined;
  let checksum = 0;
  for (let index = keyLength - checksumDigits; index < keyLength; index += 1) {
    const digit = digitOf(value.charCodeAt(index));
    if (digit < 0) return undefined;
    checksum = checksum * 62 + digit;
  }
  return checksum === crc32(value.slice(0, -checksumDigits)) ? kind : undefined;
}

/**
 * Returns the stored part of a value for display: `dk_…` and its last four characters. With the record's number, this is the key's hint.
 */
export function secretHint(value: string): string {
  return `${value.slice(0, 3)}…${value.slice(-4)}`;
}

function base62(number: bigint, digits: number): string {
  let text = "";
  for (let rest = number, index = 0; index < digits; index += 1, rest /= 62n)
    text = alphabet[Number(rest % 62n)] + text;
  return text;
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 90) return code - 55;
  if (code >= 97 && code <= 122) return code - 61;
  return -1;
}
