import { randomBytes } from "node:crypto";
import { contentKinds, footerIn, footerStart, newPack, sealContents } from "#shared/blocks/pack.ts";
import { type DataKey, objectKeyOf, openPart } from "#shared/blocks/sealed-object.ts";

/** A pack as a machine makes it whose memory fails between hashing and sealing: under each id of a block lie other bytes. */
export function sealedWrongly(
  bytes: Buffer,
  { set, name }: { readonly set: string; readonly name: string },
  dataKey: DataKey,
): Buffer {
  const key = objectKeyOf({ kind: "pack", set, name }, bytes, new Map([[dataKey.id, dataKey.bytes]]));
  const start = footerStart(bytes, bytes.length);
  // The name is the only thing of 16 bytes that is chosen by chance.
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
