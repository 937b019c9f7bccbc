import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { nameRefusal, normalizedHostName } from "#shared/agent/protocol/host-name.ts";
import { HostPath } from "#shared/agent/protocol/host-path.ts";
import { Refused } from "../refused.ts";

/** File in a zip, from its central directory. */
export interface ZippedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly packedBytes: number;
  readonly crc32: number;
  readonly isDeflated: boolean;
  /** Position of its local header. */
  readonly offset: number;
}

/** Limits against zips made to fill a disk: more files than any build has, or extremely compressed bytes. */
const maxFiles = 10_000;
const maxRatio = 200;
const directoryBytes = 64 * 1024 * 1024;
const chunkBytes = 262_144;

const endMark = 0x06054b50;
const longEndMark = 0x06064b50;
const longLocatorMark = 0x07064b50;
const centralMark = 0x02014b50;
const localMark = 0x04034b50;
const all32 = 0xffffffff;

/**
 * Returns the files of a zip, without folders, after checking that it is what it seems: names that all systems read alike and that no
 * two files share, no links, matching headers of each file, and no shared bytes. `sizes` are from the zip's manifest.
 * @throws Refused
 */
export async function readZip(path: string, sizes: Readonly<Record<string, number>>): Promise<readonly ZippedFile[]> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    const directory = await directoryOf(handle);
    const files = entriesIn(directory.bytes, directory.count);
    checkNames(files);
    checkSizes(files, sizes);
    await checkPlaces(handle, files, directory.offset);
    return files.filter(({ name }) => !name.endsWith("/"));
  } finally {
    await handle.close();
  }
}

/** Unpacks one file to a new path. @throws Refused if it differs from what its zip says */
export async function unzipFile(path: string, file: ZippedFile, target: string, signal: AbortSignal): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  try {
    const start = (await localHeaderOf(handle, file)).dataOffset;
    let sum = 0;
    let size = 0;
    const checked = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of pieces) {
        size += piece.length;
        if (size > file.sizeBytes) throw damaged(`${file.name} is longer than declared`);
        sum = crc32(piece, sum);
        yield piece;
      }
    };
    const packed = bytesAt(handle, start, file.packedBytes);
    const out = (await open(target, flags, 0o664)).createWriteStream({ flush: true });
    if (file.isDeflated) await pipeline(packed, createInflateRaw(), checked, out, { signal }).catch(refuseBroken);
    else await pipeline(packed, checked, out, { signal });
    if (size !== file.sizeBytes || sum !== file.crc32) throw damaged(`the checksum of ${file.name} is wrong`);
  } finally {
    await handle.close();
  }
}

function refuseBroken(thrown: unknown): never {
  const code = (thrown as NodeJS.ErrnoException).code ?? "";
  if (code.startsWith("Z_")) throw damaged("its data can't be decompressed");
  throw thrown;
}

/** Returns the central directory, found from the end of the file. */
async function directoryOf(handle: FileHandle) {
  const { size } = await handle.stat();
  const tailBytes = Math.min(size, 65_557 + 20);
  const tail = await exactly(handle, size - tailBytes, tailBytes);
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== endMark) end -= 1;
  if (end < 0) throw damaged("it has no end record");
  let count = tail.readUInt16LE(end + 10);
  let length = tail.readUInt32LE(end + 12);
  let offset = tail.readUInt32LE(end + 16);
  const locator = end - 20;
  if (locator >= 0 && tail.readUInt32LE(locator) === longLocatorMark) {
    const record = await exactly(handle, number64(tail, locator + 8), 56);
    if (record.readUInt32LE(0) !== longEndMark) throw damaged("its end record is in the wrong place");
    count = number64(record, 32);
    length = number64(record, 40);
    offset = number64(record, 48);
  }
  if (count > maxFiles) throw damaged(`it has more than ${maxFiles} files`);
  if (length > directoryBytes || offset + length > size) throw damaged("its table of contents is in the wrong place");
  return { bytes: await exactly(handle, offset, length), count, offset };
}

function entriesIn(bytes: Buffer, count: number): readonly ZippedFile[] {
  const files: ZippedFile[] = [];
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== centralMark)
      throw damaged("its table of contents is incomplete");
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const next = at + 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
    if (next > bytes.length) throw damaged("its table of contents is incomplete");
    const name = bytes.toString("utf8", at + 46, at + 46 + (nameBytes ?? 0));
    const extra = bytes.subarray(at + 46 + (nameBytes ?? 0), next - (commentBytes ?? 0));
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    if ((flags & 1) !== 0) throw damaged(`${name} is encrypted`);
    if (method !== 0 && method !== 8) throw damaged(`${name} has an unknown compression method`);
    refuseLink(name, bytes.readUInt16LE(at + 4), bytes.readUInt32LE(at + 38));
    const [sizeBytes, packedBytes, offset] = longNumbers(extra, [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ]);
    files.push({ name, sizeBytes, packedBytes, offset, crc32: bytes.readUInt32LE(at + 16), isDeflated: method === 8 });
    at = next;
  }
  return files;
}

/** Returns numbers that don't fit into four bytes from zip64's extra field, in their order. */
function longNumbers(extra: Buffer, short: readonly [number, number, number]): [number, number, number] {
  let long: Buffer | undefined;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 0x0001) long = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  let at = 0;
  return short.map((number) => {
    if (number !== all32) return number;
    if (long === undefined || at + 8 > long.length) throw damaged("a length is missing");
    at += 8;
    return number64(long, at - 8);
  }) as [number, number, number];
}

/** Rejects entries created on Unix that aren't regular files or folders. */
function refuseLink(name: string, madeBy: number, attributes: number): void {
  const type = (attributes >>> 16) & 0o170000;
  if (madeBy >> 8 === 3 && type !== 0 && type !== 0o100000 && type !== 0o040000)
    throw damaged(`${name} is neither a file nor a folder`);
}

function checkNames(files: readonly ZippedFile[]): void {
  const names = new Set<string>();
  for (const { name } of files) {
    const parts = name.replace(/\/$/, "").split("/");
    const refusal = parts.map(nameRefusal).find((one) => one !== undefined);
    if (refusal !== undefined || !HostPath.safeParse(parts.join("/")).success)
      throw damaged(`the name of a file doesn't work on every system: ${refusal ?? "it leads elsewhere"}`);
    const normalized = normalizedHostName(parts.join("/"));
    if (names.has(normalized)) throw damaged(`${name} occurs twice`);
    names.add(normalized);
  }
}

function checkSizes(files: readonly ZippedFile[], sizes: Readonly<Record<string, number>>): void {
  for (const { name, sizeBytes, packedBytes, isDeflated } of files) {
    const announced = Object.hasOwn(sizes, name) ? sizes[name] : undefined;
    if (announced !== undefined && announced !== sizeBytes)
      throw damaged(`the size of ${name} differs from its manifest`);
    if (!isDeflated && sizeBytes !== packedBytes) throw damaged(`${name} has two sizes`);
    if (announced === undefined && sizeBytes > packedBytes * maxRatio + chunkBytes)
      throw damaged(`${name} would grow to more than ${maxRatio} times its compressed size`);
  }
}

/** Checks that each local header matches the central directory, and that no file overlaps another. */
async function checkPlaces(handle: FileHandle, files: readonly ZippedFile[], directoryOffset: number): Promise<void> {
  let free = 0;
  for (const file of [...files].sort((one, other) => one.offset - other.offset)) {
    if (file.offset < free) throw damaged(`${file.name} overlaps another file`);
    const { dataOffset } = await localHeaderOf(handle, file);
    free = dataOffset + file.packedBytes;
  }
  if (free > directoryOffset) throw damaged("a file overlaps the table of contents");
}

async function localHeaderOf(handle: FileHandle, file: ZippedFile): Promise<{ readonly dataOffset: number }> {
  const head = await exactly(handle, file.offset, 30);
  if (head.readUInt32LE(0) !== localMark) throw damaged(`${file.name} is in the wrong place`);
  const nameBytes = head.readUInt16LE(26);
  const name = (await exactly(handle, file.offset + 30, nameBytes)).toString("utf8");
  const hasSizesBehind = (head.readUInt16LE(6) & 8) !== 0;
  const packed = head.readUInt32LE(18);
  const isOther = !hasSizesBehind && packed !== all32 && packed !== file.packedBytes;
  if (name !== file.name || (head.readUInt16LE(8) === 8) !== file.isDeflated || isOther)
    throw damaged(`${file.name} has contradictory headers`);
  return { dataOffset: file.offset + 30 + nameBytes + head.readUInt16LE(28) };
}

async function* bytesAt(handle: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < length; ) {
    const wanted = Math.min(chunkBytes, length - sent);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, start + sent);
    if (bytesRead === 0) throw damaged("it ends too early");
    sent += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function exactly(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
  if (bytesRead < length) throw damaged("it ends too early");
  return buffer;
}

function number64(bytes: Buffer, at: number): number {
  const number = bytes.readBigUInt64LE(at);
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged("a length is invalid");
  return Number(number);
}

function damaged(text: string): Refused {
  return new Refused("wrong-kind", `the zip archive is damaged or invalid: ${text}`);
}
