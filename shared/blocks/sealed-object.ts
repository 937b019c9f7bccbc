import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";
import { type ObjectIdentity, objectKinds, type RandomBytes } from "./object-names.ts";

// docs/reference/backup-format.md describes the bytes.
const magic = Buffer.from("LKBK");
const versionAt = 4;
/** First version in which the ids of contents are authenticated with the contents of packs. */
const sealedIdsVersion = 2;
const saltBytes = 32;
const commitmentBytes = 32;
const clearBytes = 16;
/** Size of the header before the encrypted parts of every object, in bytes. */
export const headerBytes = clearBytes + saltBytes + commitmentBytes;
/** Number of bytes that encryption adds to a content. */
export const tagBytes = 16;

/** Keys that encrypt objects, by their ids: 8 bytes in hexadecimal. */
export type DataKeys = ReadonlyMap<string, Uint8Array>;

/** Key for new objects. */
export interface DataKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Role of an encrypted part: content of an object, or the list of contents at the end of a pack. */
export type PartRole = "content" | "footer";

/** Position of a part in an object. */
export interface PartPlace {
  readonly role: PartRole;
  readonly offset: number;
  /** Id of a content in a pack. */
  readonly id?: Uint8Array;
}

/** Object that can't be read: it was modified, isn't in this format, or its key isn't available. */
export class UnreadableObject extends Error {
  override readonly name = "UnreadableObject";
}

/** Key of the parts of one object, and the data that binds them to it. */
export interface PartKey {
  readonly key: KeyObject;
  readonly bound: Uint8Array;
}

/** Key of an object with its header, from which the key is derived. */
export interface ObjectKey extends PartKey {
  readonly header: Buffer;
}

/** Creates the key of a new object. */
export function newObjectKey(identity: ObjectIdentity, dataKey: DataKey, random: RandomBytes): ObjectKey {
  const clear = Buffer.alloc(clearBytes);
  magic.copy(clear);
  const { version, code } = objectKinds[identity.kind];
  clear.writeUInt8(version, versionAt);
  clear.writeUInt8(code, 5);
  clear.write(dataKey.id, 8, "hex");
  const salt = random(saltBytes);
  const { key, commitment, bound } = derived(identity, clear, salt, dataKey.bytes);
  return { header: Buffer.concat([clear, salt, commitment]), key, bound };
}

/** Returns the key of an object that begins with these bytes. @throws UnreadableObject */
export function objectKeyOf(identity: ObjectIdentity, begin: Uint8Array, keys: DataKeys): ObjectKey {
  const header = Buffer.from(begin.subarray(0, headerBytes));
  const clear = header.subarray(0, clearBytes);
  if (header.length < headerBytes || !clear.subarray(0, 4).equals(magic))
    throw new UnreadableObject(`${identity.name} isn't an object of a block backup`);
  const { version: newest, code } = objectKinds[identity.kind];
  const version = clear.readUInt8(versionAt);
  if (version < 1 || version > newest)
    throw new UnreadableObject(`${identity.name} was written by a newer version (${version})`);
  if (clear[5] !== code) throw new UnreadableObject(`${identity.name} is an object of another kind`);
  const dataKey = keys.get(clear.toString("hex", 8, clearBytes));
  if (dataKey === undefined)
    throw new UnreadableObject(`${identity.name} is encrypted with a key that isn't available`);
  const salt = header.subarray(clearBytes, clearBytes + saltBytes);
  const { key, commitment, bound } = derived(identity, clear, salt, dataKey);
  // AES-GCM also accepts ciphertexts that were crafted for several keys. The commitment doesn't.
  if (!timingSafeEqual(commitment, header.subarray(clearBytes + saltBytes)))
    throw new UnreadableObject(`${identity.name} was changed, or belongs to another backup`);
  return { header, key, bound };
}

/** True if a content's authentication tag also covers its ID, and so proves that the content belongs to the ID. */
export function provesIds({ bound }: PartKey): boolean {
  return (bound[versionAt] ?? 0) >= sealedIdsVersion;
}

/** Encrypts a part for this position in its object. The tag follows the ciphertext. */
export function sealPart(partKey: PartKey, place: PartPlace, content: Uint8Array) {
  const cipher = createCipheriv("aes-256-gcm", partKey.key, nonceAt(place));
  cipher.setAAD(boundTo(partKey, place));
  const sealed = cipher.update(content);
  cipher.final();
  return { sealed, tag: cipher.getAuthTag() };
}

/** Decrypts a part. @throws UnreadableObject if it was modified, or encrypted for another id */
export function openPart(partKey: PartKey, place: PartPlace, part: Uint8Array): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", partKey.key, nonceAt(place), { authTagLength: tagBytes });
  decipher.setAAD(boundTo(partKey, place));
  decipher.setAuthTag(part.subarray(Math.max(0, part.length - tagBytes)));
  try {
    const content = decipher.update(part.subarray(0, part.length - tagBytes));
    decipher.final();
    return content;
  } catch (cause) {
    throw new UnreadableObject(`the content at ${place.offset} was changed`, { cause });
  }
}

/** Position of the only part in objects other than packs. */
const wholeContent: PartPlace = { role: "content", offset: headerBytes };

/** Creates an object with one part. Returns its bytes after decrypting them again to verify the content. */
export function sealObject(
  identity: ObjectIdentity,
  dataKey: DataKey,
  content: Uint8Array,
  random: RandomBytes,
): Buffer<ArrayBuffer> {
  const objectKey = newObjectKey(identity, dataKey, random);
  const { sealed, tag } = sealPart(objectKey, wholeContent, content);
  const bytes = Buffer.concat([objectKey.header, sealed, tag]);
  const opened = openObject(identity, bytes, new Map([[dataKey.id, dataKey.bytes]]));
  if (!opened.equals(content)) throw new Error(`${identity.name} can't be decrypted to what was encrypted`);
  return bytes;
}

/** @throws UnreadableObject */
export function openObject(identity: ObjectIdentity, bytes: Uint8Array, keys: DataKeys): Buffer {
  const objectKey = objectKeyOf(identity, bytes, keys);
  if (bytes.length < headerBytes + tagBytes) throw new UnreadableObject(`${identity.name} is truncated`);
  try {
    return openPart(objectKey, wholeContent, bytes.subarray(headerBytes));
  } catch (cause) {
    throw new UnreadableObject(`${identity.name} was changed`, { cause });
  }
}

/** Derives the key and commitment of an object. HKDF binds both to the object's kind, set and name. */
function derived({ set, name }: ObjectIdentity, clear: Uint8Array, salt: Uint8Array, dataKey: Uint8Array) {
  const bound = Buffer.concat([clear, Buffer.from(set, "hex"), Buffer.from(name, "hex")]);
  const info = Buffer.concat([Buffer.from("latchkey-blocks\0"), bound]);
  const both = Buffer.from(hkdfSync("sha256", dataKey, salt, info, 64));
  return { key: createSecretKey(both.subarray(0, 32)), commitment: both.subarray(32), bound };
}

/** Returns the additional authenticated data of a part, which depends on the version of its object. */
function boundTo(partKey: PartKey, { id }: PartPlace): Uint8Array {
  const { bound } = partKey;
  return id === undefined || !provesIds(partKey) ? bound : Buffer.concat([bound, id]);
}

/** Returns the nonce of a part. It is unique, because the parts of an object have different offsets, and every object has its own key. */
function nonceAt({ role, offset }: PartPlace): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(role === "content" ? 0 : 1);
  nonce.writeBigUInt64BE(BigInt(offset), 4);
  return nonce;
}
