import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect } from "vitest";
import { storedZipLength, type ZipEntry, zipBytes } from "#shared/zip/zip-stream.ts";
import { writeZip } from "../../local-agent/downloads/write-zip.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { directoryOf } from "./support/zip-directory.ts";

const modifiedAt = new Date("2026-03-04T05:06:07Z");
const aFile = (name: string, sizeBytes: number, piece = Buffer.alloc(Math.min(sizeBytes, 16_777_216))): ZipEntry => ({
  name,
  modifiedAt,
  sizeBytes,
  async *bytes() {
    for (let sent = 0; sent < sizeBytes; sent += piece.length) yield piece.subarray(0, sizeBytes - sent);
  },
});

/** Makes a zip and keeps its end: chunks longer than a record are only counted. */
async function made(entries: readonly ZipEntry[]) {
  const records: Buffer[] = [];
  let bytes = 0;
  for await (const piece of zipBytes(entries, { level: 0 })) {
    bytes += piece.length;
    if (piece.length > 65_536) records.length = 0;
    else records.push(piece);
  }
  return { bytes, tail: Buffer.concat(records) };
}

/** Returns as many empty files as fill a table of contents: each takes 55 bytes plus its name. */
function filling(directoryBytes: number): readonly ZipEntry[] {
  const count = Math.floor(directoryBytes / 65);
  const last = directoryBytes - (count - 1) * 65 - 55;
  return Array.from({ length: count }, (_, index) =>
    aFile(String(index).padStart(index === count - 1 ? last : 10, "n"), 0),
  );
}

for (const directoryBytes of [65_534, 65_535, 65_536, 200_000])
  verifies("browser:download:zip-length", `a directory of ${directoryBytes} bytes`, async () => {
    const entries = filling(directoryBytes);
    const { bytes, tail } = await made(entries);
    expect(bytes).toBe(storedZipLength(entries));
    expect(tail.readUInt32LE(tail.length - 10)).toBe(directoryBytes);
    expect(directoryOf(tail, bytes).map(({ name }) => name)).toEqual(entries.map(({ name }) => name));
  });

for (const count of [65_534, 65_535, 65_536])
  verifies("browser:download:zip-length", `${count} entries`, async () => {
    const entries = Array.from({ length: count }, (_, index) => aFile(`${index}`, 0));
    const { bytes, tail } = await made(entries);
    expect(bytes).toBe(storedZipLength(entries));
    expect(directoryOf(tail, bytes)).toHaveLength(count);
  });

verifies("browser:download:zip-length", "more than 4 GB, and the entries after them", async () => {
  const text = Buffer.from("behind");
  const entries = [aFile("zeros", 0x1_0000_0000 + 5), aFile("behind.txt", text.length, text)];
  const { bytes, tail } = await made(entries);
  expect(bytes).toBe(storedZipLength(entries));
  const [zeros, behind] = directoryOf(tail, bytes);
  expect(zeros).toMatchObject({ name: "zeros", sizeBytes: 0x1_0000_0005, offset: 0 });
  expect(behind).toMatchObject({ name: "behind.txt", sizeBytes: 6, crc32: crc32(text) });
  const head = (behind?.offset ?? 0) - (bytes - tail.length);
  expect(tail.readUInt32LE(head)).toBe(0x04034b50);
  expect(tail.toString("utf8", head + 30, head + 46)).toBe("behind.txtbehind");
});

for (const sizeBytes of [0xfeff_fffe, 0xfeff_ffff, 0xffff_fffe, 0xffff_ffff, 0x1_0000_0000])
  verifies(
    "browser:download:zip-length",
    `the numbers of a file of ${sizeBytes} bytes and of the entries after it`,
    () => {
      const sizes = [sizeBytes, 1].map((size, index) => ({ name: `${index}`, modifiedAt, sizeBytes: size }));
      const isLong = sizeBytes >= 0xfeff_ffff;
      const [head, descriptor] = isLong ? [51, 24] : [31, 16];
      const behind = head + sizeBytes + descriptor;
      const numbers = (sizeBytes >= 0xffff_ffff ? 20 : 0) + (behind >= 0xffff_ffff ? 12 : 0);
      const directory = 2 * 56 + numbers;
      const ending = behind + 31 + 1 + 16 >= 0xffff_ffff ? 98 : 22;
      expect(storedZipLength(sizes)).toBe(behind + 31 + 1 + 16 + directory + ending);
    },
  );

verifies("browser:download:zip-broken", "a failing source throws to the reader, and is closed", async () => {
  for (const level of [0, 1] as const) {
    let isClosed = false;
    const failing: ZipEntry = {
      ...aFile("failing", 20),
      async *bytes() {
        try {
          yield Buffer.alloc(10);
          throw new Error("the disk is gone");
        } finally {
          isClosed = true;
        }
      },
    };
    await expect(Array.fromAsync(zipBytes([aFile("whole", 3), failing], { level }))).rejects.toThrow(
      "the disk is gone",
    );
    expect(isClosed).toBe(true);
  }
  const shorter = { ...aFile("shorter", 5), sizeBytes: 6 };
  await expect(Array.fromAsync(zipBytes([shorter], { level: 0 }))).rejects.toThrow(/size of .* changed/);
});

verifies("browser:download:zip-broken", "a reader that leaves closes the source", async () => {
  for (const level of [0, 1] as const) {
    const closed = Promise.withResolvers<void>();
    const endless: ZipEntry = {
      ...aFile("endless", 1_000_000_000),
      async *bytes() {
        try {
          for (;;) yield Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)));
        } finally {
          closed.resolve();
        }
      },
    };
    let pieces = 0;
    for await (const _ of zipBytes([endless], { level })) {
      pieces += 1;
      if (pieces === 4) break;
    }
    await closed.promise;
  }
});

verifies("browser:download:zip-broken", "a file that is missing when its turn comes ends the packing", async () => {
  const folder = scratchFolder();
  const files = [{ path: join(folder, "none"), name: "none" }];
  await expect(writeZip(files, join(folder, "out.zip"), new AbortController().signal)).rejects.toThrow("ENOENT");
});
