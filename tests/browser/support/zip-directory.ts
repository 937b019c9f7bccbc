/** Entry of a zip's table of contents. */
export interface DirectoryEntry {
  readonly name: string;
  readonly crc32: number;
  readonly sizeBytes: number;
  readonly offset: number;
}

/** Reads the table of contents at the end of a zip, including zip64 records. `tail` holds the zip's last bytes. */
export function directoryOf(tail: Buffer, zipBytes: number): readonly DirectoryEntry[] {
  const before = zipBytes - tail.length;
  const end = tail.length - 22;
  if (tail.readUInt32LE(end) !== 0x06054b50) throw new Error("the zip has no end");
  let [count, bytes, offset] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  let expectedEnd = zipBytes - 22;
  if (count === 0xffff || bytes === 0xffffffff || offset === 0xffffffff) {
    if (tail.readUInt32LE(end - 20) !== 0x07064b50) throw new Error("the end of zip64 is not announced");
    expectedEnd = Number(tail.readBigUInt64LE(end - 12));
    const long = expectedEnd - before;
    if (tail.readUInt32LE(long) !== 0x06064b50) throw new Error("the end of zip64 is elsewhere");
    [count, bytes, offset] = [32, 40, 48].map((at) => Number(tail.readBigUInt64LE(long + at))) as [
      number,
      number,
      number,
    ];
  }
  if (offset + bytes !== expectedEnd) throw new Error("the table of contents is elsewhere");
  const entries: DirectoryEntry[] = [];
  let at = offset - before;
  while (entries.length < count) {
    if (tail.readUInt32LE(at) !== 0x02014b50) throw new Error(`entry ${entries.length} is elsewhere`);
    const [nameBytes, extraBytes] = [tail.readUInt16LE(at + 28), tail.readUInt16LE(at + 30)];
    const long = longNumbers(tail.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes));
    const numberAt = (place: number) => {
      const number = tail.readUInt32LE(at + place);
      return number === 0xffffffff ? Number(long.shift()) : number;
    };
    // Order of the 64-bit numbers: uncompressed size, compressed size, offset.
    const [sizeBytes = 0, , start = 0] = [24, 20, 42].map(numberAt);
    const name = tail.toString("utf8", at + 46, at + 46 + nameBytes);
    entries.push({ name, crc32: tail.readUInt32LE(at + 16), sizeBytes, offset: start });
    at += 46 + nameBytes + extraBytes;
  }
  if (at + before !== offset + bytes) throw new Error("the table of contents is of another length");
  return entries;
}

function longNumbers(extra: Buffer): bigint[] {
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1)
      return Array.from({ length: extra.readUInt16LE(at + 2) / 8 }, (_, index) =>
        extra.readBigUInt64LE(at + 4 + 8 * index),
      );
  return [];
}
