import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Segment } from "./object-record.ts";

/** Files with the bytes of objects and parts. A file never changes, and is deleted when it is unused. */
export interface SegmentFiles {
  /** Writes a file with the bytes that `fill` passes on; a failure leaves no file. */
  write<Result>(
    fill: (write: (bytes: Buffer) => Promise<void>) => Promise<Result>,
  ): Promise<{ id: string; result: Result }>;
  /** Returns the bytes between two positions, both inclusive, in chunks. */
  read(segments: readonly Segment[], from: number, to: number): AsyncGenerator<Buffer, void>;
  /** Deletes files once their readers have finished. */
  discard(segments: readonly Segment[]): void;
  /** Deletes all other files, which a killed process has left. */
  keepOnly(segments: readonly Segment[]): void;
}

const chunkBytes = 256 * 1024;

export function segmentFiles(folder: string): SegmentFiles {
  mkdirSync(folder, { recursive: true });
  const readers = new Map<string, number>();
  const discarded = new Set<string>();
  const pathOf = (id: string): string => join(folder, id);

  function hold(segments: readonly Segment[]): void {
    for (const { id } of segments) readers.set(id, (readers.get(id) ?? 0) + 1);
  }

  function release(segments: readonly Segment[]): void {
    for (const { id } of segments) {
      const left = (readers.get(id) ?? 1) - 1;
      if (left > 0) {
        readers.set(id, left);
        continue;
      }
      readers.delete(id);
      if (discarded.delete(id)) rmSync(pathOf(id), { force: true });
    }
  }

  return {
    async write(fill) {
      const id = randomUUID();
      const file = await open(pathOf(id), "wx");
      try {
        const result = await fill((bytes) => file.writeFile(bytes));
        await file.close();
        return { id, result };
      } catch (error) {
        await file.close();
        rmSync(pathOf(id), { force: true });
        throw error;
      }
    },
    async *read(segments, from, to) {
      hold(segments);
      try {
        let start = 0;
        for (const { id, size } of segments) {
          const [first, last] = [Math.max(from - start, 0), Math.min(to - start, size - 1)];
          if (first <= last) yield* bytesOf(pathOf(id), first, last);
          start += size;
        }
      } finally {
        release(segments);
      }
    },
    discard(segments) {
      for (const { id } of segments) {
        if (readers.has(id)) discarded.add(id);
        else rmSync(pathOf(id), { force: true });
      }
    },
    keepOnly(segments) {
      const kept = new Set(segments.map(({ id }) => id));
      for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(pathOf(name), { force: true });
    },
  };
}

async function* bytesOf(path: string, first: number, last: number): AsyncGenerator<Buffer, void> {
  const file = await open(path, "r");
  try {
    for (let offset = first; offset <= last; ) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, last + 1 - offset));
      const { bytesRead } = await file.read(chunk, 0, chunk.byteLength, offset);
      if (bytesRead === 0) throw new Error("A file of the object is shorter than it was");
      offset += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
