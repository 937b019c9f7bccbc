import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";
import { type ObjectIdentity, objectKinds, type RandomBytes } from "./object-names.ts";

// The bytes are described in docs/reference/backup-format.md.
const magic = Buffer.from("LKBK");
const versionAt = 4;
/** From this version on contents of packs are sealed with their ids. */
const sealedIdsVersion = 2;
const saltBytes = 32;
const commitmentBytes = 32;
const clearBytes = 16;
/** What stands before the sealed parts of every object. */
export const headerBytes = clearBytes + saltBytes + commitmentBytes;
/** What a sealed part has more than its content. */
export const tagBytes = 16;

/** Keys that seal objects, by their ids of 8 bytes in hexadecimal digits. */
export type DataKeys = ReadonlyMap<string, Uint8Array>;

/** The key that new objects are sealed under. */
export interface DataKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** What a sealed part is: the content of an object, or the list of contents at the end of a pack. */
export type PartRole = "content" | "footer";

/** Which part of an object. */
export interface PartPlace {
  readonly role: PartRole;
  readonly offset: number;
  /** Of a content of a pack. */
  readonly id?: Uint8Array;
}

/** An object cannot be read: it was altered, is none of this format, or is sealed under a key that is not at hand. */
export class UnreadableObject extends Error {
  override readonly name = "UnreadableObject";
}

/** What the parts of one object are sealed under, and what binds them to their places. */
export interface PartKey {
  readonly key: KeyObject;
  readonly bound: Uint8Array;
}

/** The same with the beginning of the object, which it is derived from. */
export interface ObjectKey extends PartKey {
  readonly header: Buffer;
}

/** Makes the key of a new object. */
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

/** The key of an object that begins with these bytes. @throws UnreadableObject */
export function objectKeyOf(identity: ObjectIdentity, begin: Uint8Array, keys: DataKeys): ObjectKey {
  const header = Buffer.from(begin.subarray(0, headerBytes));
  const clear = header.subarray(0, clearBytes);
  if (header.length < headerBytes || !clear.subarray(0, 4).equals(magic))
    throw new UnreadableObject(`${identity.name} is no object of a backup in blocks`);
  const { version: newest, code } = objectKinds[identity.kind];
  const version = clear.readUInt8(versionAt);
  if (version < 1 || version > newest) throw new UnreadableObject(`${identity.name} has the newer version ${version}`);
  if (clear[5] !== code) throw new UnreadableObject(`${identity.name} is an object of another kind`);
  const dataKey = keys.get(clear.toString("hex", 8, clearBytes));
  if (dataKey === undefined) throw new UnreadableObject(`${identity.name} is sealed under a key that is not at hand`);
  const salt = header.subarray(clearBytes, clearBytes + saltBytes);
  const { key, commitment, bound } = derived(identity, clear, salt, dataKey);
  // AES-GCM opens what was sealed under another key, where it was computed so: this does not.
  if (!timingSafeEqual(commitment, header.subarray(clearBytes + saltBytes)))
    throw new UnreadableObject(`${identity.name} was altered, or belongs elsewhere`);
  return { header, key, bound };
}

/** Whether the tag of a content proves that this was sealed under the id by which it is looked for. */
export function provesIds({ bound }: PartKey): boolean {
  return (bound[versionAt] ?? 0) >= sealedIdsVersion;
}

/** Seals a part that stands at this place of its object. Its tag comes behind it. */
export function sealPart(partKey: PartKey, place: PartPlace, content: Uint8Array) {
  const cipher = createCipheriv("aes-256-gcm", partKey.key, nonceAt(place));
  cipher.setAAD(boundTo(partKey, place));
  const sealed = cipher.update(content);
  cipher.final();
  return { sealed, tag: cipher.getAuthTag() };
}

/** @throws UnreadableObject where a bit of it is another, or it was sealed under another id */
export function openPart(partKey: PartKey, place: PartPlace, part: Uint8Array): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", partKey.key, nonceAt(place), { authTagLength: tagBytes });
  decipher.setAAD(boundTo(partKey, place));
  decipher.setAuthTag(part.subarray(Math.max(0, part.length - tagBytes)));
  try {
    const content = decipher.update(part.subarray(0, part.length - tagBytes));
    decipher.final();
    return content;
  } catch (cause) {
    throw new UnreadableObject(`what stands at ${place.offset} was altered`, { cause });
  }
}

/** Where the one part of an object stands that is no pack. */
const wholeContent: PartPlace = { role: "content", offset: headerBytes };

/** A whole object with one part. Answers its bytes once they were opened again, and are what was to be sealed. */
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
  if (!opened.equals(content)) throw new Error(`${identity.name} does not open as it was sealed`);
  return bytes;
}

/** @throws UnreadableObject */
export function openObject(identity: ObjectIdentity, bytes: Uint8Array, keys: DataKeys): Buffer {
  const objectKey = objectKeyOf(identity, bytes, keys);
  if (bytes.length < headerBytes + tagBytes) throw new UnreadableObject(`${identity.name} is too short`);
  try {
    return openPart(objectKey, wholeContent, bytes.subarray(headerBytes));
  } catch (cause) {
    throw new UnreadableObject(`${identity.name} was altered`, { cause });
  }
}

/** Key and commitment of an object: HKDF binds both to what the object is, and where it lies. */
function derived({ set, name }: ObjectIdentity, clear: Uint8Array, salt: Uint8Array, dataKey: Uint8Array) {
  const bound = Buffer.concat([clear, Buffer.from(set, "hex"), Buffer.from(name, "hex")]);
  const info = Buffer.concat([Buffer.from("latchkey-blocks\0"), bound]);
  const both = Buffer.from(hkdfSync("sha256", dataKey, salt, info, 64));
  return { key: createSecretKey(both.subarray(0, 32)), commitment: both.subarray(32), bound };
}

/** What a part is bound to beside its place, as the version of its object has it. */
function boundTo(partKey: PartKey, { id }: PartPlace): Uint8Array {
  const { bound } = partKey;
  return id === undefined || !provesIds(partKey) ? bound : Buffer.concat([bound, id]);
}

/** No two parts of an object stand at the same offset, and no two objects have the same key. */
function nonceAt({ role, offset }: PartPlace): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(role === "content" ? 0 : 1);
  nonce.writeBigUInt64BE(BigInt(offset), 4);
  return nonce;
}
