/**
 * What lies in a set, with the number that stands for it in each object's header, the folder that it lies in, and the version in which new ones are
 * written. Those before it are read for good.
 */
export const objectKinds = {
  key: { code: 1, folder: "keys", version: 1 },
  pack: { code: 2, folder: "packs", version: 2 },
  snapshot: { code: 3, folder: "snapshots", version: 1 },
  moves: { code: 4, folder: "moves", version: 1 },
  marks: { code: 5, folder: "marks", version: 1 },
} as const;
export type ObjectKind = keyof typeof objectKinds;

/** Which object: names of sets and objects are 16 bytes, written as 32 hexadecimal digits. */
export interface ObjectIdentity {
  readonly kind: ObjectKind;
  readonly set: string;
  readonly name: string;
}

/** Unpredictable bytes. */
export type RandomBytes = (length: number) => Uint8Array;

const nameBytes = 16;
const momentBytes = 6;

/** Where an object lies below the folder of its set. */
export function objectPath({ kind, name }: Pick<ObjectIdentity, "kind" | "name">): string {
  return `${objectKinds[kind].folder}/${name}`;
}

/** A name that no other object has. */
export function randomName(random: RandomBytes): string {
  return hexOf(random(nameBytes));
}

/** A name that no other object has, and that sorts by its moment: six bytes of milliseconds since the epoch, ten random ones. */
export function nameAt(moment: number, random: RandomBytes): string {
  const bytes = Buffer.from(random(nameBytes));
  bytes.writeUIntBE(moment, 0, momentBytes);
  return bytes.toString("hex");
}

/** The moment in a name that `nameAt` has made. Milliseconds since the epoch. */
export function momentOf(name: string): number {
  return Buffer.from(name, "hex").readUIntBE(0, momentBytes);
}

/** Whether a text can be the name of a set or an object. */
export function isName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
