import { randomBytes } from "node:crypto";
import { contentKinds, footerIn, footerStart, newPack, sealContents } from "#shared/blocks/pack.ts";
import { type DataKey, objectKeyOf, openPart } from "#shared/blocks/sealed-object.ts";

/** Returns a pack from a machine whose memory fails between hashing and sealing: under each block id, it holds other bytes. */
export function sealedWrongly(
  bytes: Buffer,
  { set, name }: { readonly set: string; readonly name: string },
  dataKey: DataKey,
): Buffer {
  const key = objectKeyOf({ kind: "pack", set, name }, bytes, new Map([[dataKey.id, dataKey.bytes]]));
  const start = footerStart(bytes, bytes.length);
  // The name is the only random value of 16 bytes.
  const random = (length: number) => (length === 16 ? Buffer.from(name, "hex") : randomBytes(length));
  const pack = newPack({ set, dataKey, random });
  for (const { kind, id, offset, length } of footerIn(key, bytes.subarray(start), start)) {
    const content = openPart(key, { role: "content", offset, id }, bytes.subarray(offset, offset + length));
    if (kind === contentKinds.block) content.writeUInt8(content.readUInt8(0) ^ 1, 0);
    pack.add(kind === contentKinds.block ? "block" : "list", id, content);
  }
  sealContents(pack.unsealed());
  return Buffer.from(pack.finish());
}
