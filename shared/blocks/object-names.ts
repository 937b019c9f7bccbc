/**
 * Kinds of objects in a set, each with its code in object headers, its folder, and the version of new objects. Earlier versions can always
 * be read.
 */
export const objectKinds = {
  key: { code: 1, folder: "keys", version: 1 },
  pack: { code: 2, folder: "packs", version: 2 },
  snapshot: { code: 3, folder: "snapshots", version: 1 },
  moves: { code: 4, folder: "moves", version: 1 },
  marks: { code: 5, folder: "marks", version: 1 },
} as const;
export type ObjectKind = keyof typeof objectKinds;

/** Identity of an object. Names of sets and objects are 16 bytes, as 32 hexadecimal digits. */
export interface ObjectIdentity {
  readonly kind: ObjectKind;
  readonly set: string;
  readonly name: string;
}

/** Returns unpredictable bytes. */
export type RandomBytes = (length: number) => Uint8Array;

const nameBytes = 16;
const momentBytes = 6;

/** Returns the path of an object below the folder of its set. */
export function objectPath({ kind, name }: Pick<ObjectIdentity, "kind" | "name">): string {
  return `${objectKinds[kind].folder}/${name}`;
}

/** Returns a unique name. */
export function randomName(random: RandomBytes): string {
  return hexOf(random(nameBytes));
}

/** Returns a unique name that sorts by time: six bytes with milliseconds since the epoch, then ten random bytes. */
export function nameAt(moment: number, random: RandomBytes): string {
  const bytes = Buffer.from(random(nameBytes));
  bytes.writeUIntBE(moment, 0, momentBytes);
  return bytes.toString("hex");
}

/** Returns the time in a name made by `nameAt`, in milliseconds since the epoch. */
export function momentOf(name: string): number {
  return Buffer.from(name, "hex").readUIntBE(0, momentBytes);
}

/** True if a text has the format of names of sets and objects. */
export function isName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
