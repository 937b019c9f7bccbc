import { hash } from "node:crypto";
import type { RandomBytes } from "./object-names.ts";
import { type DataKey, openObject, sealObject, UnreadableObject } from "./sealed-object.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const keyVersion = 1n;
const keyBytes = 32;
const idCharacters = 16;
const lines = 4;
const lineKeyCharacters = 13;
const lineCheckCharacters = 3;

/** Invalid recovery key. The message says what is wrong. */
export class NoRecoveryKey extends Error {
  override readonly name = "NoRecoveryKey";
}

/** Creates the key that decrypts every set: 256 random bits. */
export function newRecoveryKey(random: RandomBytes): Buffer {
  return Buffer.from(random(keyBytes));
}

/** Returns the id of a recovery key in hexadecimal. It reveals nothing about the key. */
export function recoveryKeyId(key: Uint8Array): string {
  return hash("sha256", Buffer.concat([Buffer.from("latchkey-recovery-key-id"), key])).slice(0, idCharacters);
}

/** Formats a key for people: four lines of four groups. The last three characters of each line are its checksum. */
export function recoveryKeyText(key: Uint8Array): string {
  const bits = (keyVersion << 256n) | BigInt(`0x${Buffer.from(key).toString("hex")}`);
  const characters = base32(bits, lines * lineKeyCharacters);
  return Array.from({ length: lines }, (_, index) => {
    const line = characters.slice(index * lineKeyCharacters, (index + 1) * lineKeyCharacters);
    return groupsOf(line + checkOf(index, line)).join("-");
  }).join("\n");
}

/** Splits the text of a recovery key into its sixteen groups. */
export function recoveryKeyGroups(text: string): readonly string[] {
  return groupsOf(normalized(text));
}

/** Parses a recovery key in any case, with hyphens and spaces anywhere, and with `i` and `l` for 1 and `o` for 0. @throws NoRecoveryKey */
export function recoveryKeyIn(text: string): Buffer {
  const characters = normalized(text);
  const lineCharacters = lineKeyCharacters + lineCheckCharacters;
  const stray = [...characters].find((character) => !alphabet.includes(character));
  if (stray !== undefined) throw new NoRecoveryKey(`A recovery key can't contain ${JSON.stringify(stray)}`);
  if (characters.length !== lines * lineCharacters)
    throw new NoRecoveryKey(
      `A recovery key has 16 groups of 4 characters. This one has ${characters.length} characters`,
    );
  let bits = 0n;
  for (let index = 0; index < lines; index += 1) {
    const line = characters.slice(index * lineCharacters, (index + 1) * lineCharacters);
    const content = line.slice(0, lineKeyCharacters);
    if (checkOf(index, content) !== line.slice(lineKeyCharacters))
      throw new NoRecoveryKey(`Line ${index + 1} of the recovery key has a typo`);
    for (const character of content) bits = (bits << 5n) | BigInt(alphabet.indexOf(character));
  }
  if (bits >> 256n !== keyVersion) throw new NoRecoveryKey("This recovery key was made by a newer version");
  return Buffer.from((bits & ((1n << 256n) - 1n)).toString(16).padStart(keyBytes * 2, "0"), "hex");
}

/** Returns the name of the object that contains a data key encrypted with a recovery key. It can be computed from the recovery key. */
export function keyObjectName(recoveryKey: Uint8Array, dataKeyId: string): string {
  return `${recoveryKeyId(recoveryKey)}${dataKeyId}`;
}

/** Returns the id of the recovery key from the name of a data key's object. */
export function recoveryKeyIdOf(keyObject: string): string {
  return keyObject.slice(0, idCharacters);
}

/** Encrypts a data key with the recovery key. Returns the object and its name. */
export function wrappedDataKey(set: string, recoveryKey: Uint8Array, dataKey: DataKey, random: RandomBytes) {
  const name = keyObjectName(recoveryKey, dataKey.id);
  const sealing = { id: recoveryKeyId(recoveryKey), bytes: recoveryKey };
  return { name, bytes: sealObject({ kind: "key", set, name }, sealing, dataKey.bytes, random) };
}

/** @throws UnreadableObject */
export function unwrappedDataKey(set: string, recoveryKey: Uint8Array, name: string, object: Uint8Array): DataKey {
  const keys = new Map([[recoveryKeyId(recoveryKey), recoveryKey]]);
  const bytes = openObject({ kind: "key", set, name }, object, keys);
  if (bytes.length !== keyBytes) throw new UnreadableObject(`${name} has no data key`);
  return { id: name.slice(idCharacters), bytes };
}

function base32(bits: bigint, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => alphabet[Number((bits >> BigInt(5 * (count - 1 - index))) & 31n)],
  ).join("");
}

function checkOf(line: number, characters: string): string {
  const sum = hash("sha256", `latchkey-recovery-key${line + 1}${characters}`);
  return base32(BigInt(`0x${sum}`) >> 241n, lineCheckCharacters);
}

function normalized(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
}

function groupsOf(characters: string): string[] {
  return characters.match(/.{1,4}/g) ?? [];
}
