import { randomFillSync } from "node:crypto";
import { open } from "node:fs/promises";

const pageBytes = 4_096;
const megabyte = 1_000_000;
const words =
  "invoice contact order address phone created modified amount Zürich München status note 2026-11-22 ".split(" ");

/** Returns bytes like those of a FileMaker file: pages with text and empty space, and some incompressible ones. */
export function solutionBytes(bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  const random = new Uint32Array(pageBytes);
  for (let page = 0; page * pageBytes < bytes; page += 1) {
    randomFillSync(random);
    const start = page * pageBytes;
    if (page % 8 === 0) {
      Buffer.from(random.buffer).copy(content, start, 0, Math.min(pageBytes, bytes - start));
      continue;
    }
    const filled = 2_400 + ((random[0] ?? 0) % 1_600);
    let text = "";
    for (let index = 1; text.length < filled; index += 1)
      text += `${words[(random[index] ?? 0) % words.length]}${(random[index] ?? 0) % 7 === 0 ? random[index] : ""} `;
    content.write(text, start, Math.min(filled, bytes - start));
  }
  return content;
}

/** Overwrites a file with such bytes, except for its start. The bytes differ for each file. */
export async function fillFile(path: string, megabytes: number, { content, start, index }: Filling): Promise<void> {
  const file = await open(path, "r+");
  try {
    let at = start;
    for (let offset = (index * 7 * pageBytes) % content.length; at < megabytes * megabyte; offset = 0) {
      const piece = content.subarray(offset, offset + megabytes * megabyte - at);
      await file.write(piece, 0, piece.length, at);
      at += piece.length;
    }
  } finally {
    await file.close();
  }
}

interface Filling {
  readonly content: Buffer;
  readonly start: number;
  readonly index: number;
}
