import { type FileHandle, open } from "node:fs/promises";
import type { Place } from "#shared/blocks/block-list.ts";

const entryBytes = 64;
const readEntries = 4_096;

/** Block at the store: the index of its file, its index in the file (both from 0), and its place. */
export interface SentBlock {
  readonly file: number;
  readonly index: number;
  readonly id: Buffer;
  readonly place: Place;
}

/** Blocks that earlier runs sent and no snapshot references. Must be asked in the order in which they were sent. */
export interface SentBefore {
  placeOf(file: number, index: number, id: Buffer): Promise<Place | undefined>;
  close(): Promise<void>;
}

export function sentBytes(blocks: readonly SentBlock[]): Buffer {
  const bytes = Buffer.alloc(blocks.length * entryBytes);
  let at = 0;
  for (const { file, index, id, place } of blocks) {
    at = bytes.writeUInt32BE(index, bytes.writeUInt32BE(file, at));
    at += id.copy(bytes, at);
    at += bytes.write(place.pack, at, "hex");
    at = bytes.writeUInt32BE(place.length, bytes.writeUInt32BE(place.offset, at));
  }
  return bytes;
}

/** Reads the notes of several runs in parallel, each once from its beginning: they can be larger than memory. */
export async function sentBefore(paths: readonly string[]): Promise<SentBefore> {
  const runs = await Promise.all(paths.map(async (path) => notesIn(await open(path, "r"))));
  return {
    async placeOf(file, index, id) {
      let place: Place | undefined;
      for (const run of runs) {
        const note = await run.at(file, index);
        if (note?.id.equals(id) === true) place = note.place;
      }
      return place;
    },
    close: async () => {
      await Promise.all(runs.map((run) => run.close()));
    },
  };
}

function notesIn(handle: FileHandle) {
  const buffer = Buffer.alloc(readEntries * entryBytes);
  let held = 0;
  let at = 0;
  let isAtEnd = false;

  const fill = async (): Promise<void> => {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    // A partial entry at the end was being written when the run was interrupted.
    held = bytesRead - (bytesRead % entryBytes);
    at = 0;
    isAtEnd = held === 0;
  };

  return {
    async at(file: number, index: number): Promise<SentBlock | undefined> {
      for (; !isAtEnd; at += entryBytes) {
        if (at >= held) await fill();
        if (isAtEnd) return undefined;
        const noteFile = buffer.readUInt32BE(at);
        const noteIndex = buffer.readUInt32BE(at + 4);
        if (noteFile > file || (noteFile === file && noteIndex > index)) return undefined;
        if (noteFile === file && noteIndex === index) return noteAt(buffer, at);
      }
      return undefined;
    },
    close: () => handle.close(),
  };
}

function noteAt(buffer: Buffer, at: number): SentBlock {
  return {
    file: buffer.readUInt32BE(at),
    index: buffer.readUInt32BE(at + 4),
    id: Buffer.from(buffer.subarray(at + 8, at + 40)),
    place: {
      pack: buffer.toString("hex", at + 40, at + 56),
      offset: buffer.readUInt32BE(at + 56),
      length: buffer.readUInt32BE(at + 60),
    },
  };
}
