import { open } from "node:fs/promises";
import { join } from "node:path";
import { filesBelow } from "../disk/on-disk.ts";
import { systemPath } from "../disk/undecoded-names.ts";

/** File for a snapshot. */
export interface SourceFile {
  /** Name in the snapshot: path from the backup's folder, with slashes, in Unicode form NFC. */
  readonly path: string;
  readonly fullPath: string;
}

/** Attributes that show without reading whether a file has changed: FileMaker Server's unchanged files are hard links. */
export interface FileMark {
  readonly device: string;
  readonly inode: string;
  readonly sizeBytes: number;
  readonly modifiedNs: string;
}

/** Returns the files of a folder, under this name if given. */
export async function sourceFiles(folder: string, name?: string): Promise<readonly SourceFile[]> {
  return (await filesBelow(folder)).map((relativePath) => ({
    path: (name === undefined ? relativePath : `${name}/${relativePath}`).normalize("NFC"),
    fullPath: join(folder, ...relativePath.split("/")),
  }));
}

export async function openSource({ fullPath }: SourceFile) {
  const handle = await open(systemPath(fullPath), "r");
  return {
    async mark(): Promise<FileMark> {
      const { dev, ino, size, mtimeNs } = await handle.stat({ bigint: true });
      return { device: String(dev), inode: String(ino), sizeBytes: Number(size), modifiedNs: String(mtimeNs) };
    },
    /** Fills a buffer from an offset, up to the end of the file. Returns the number of bytes. */
    async read(buffer: Buffer, offset: number): Promise<number> {
      let count = 0;
      while (count < buffer.length) {
        const { bytesRead } = await handle.read(buffer, count, buffer.length - count, offset + count);
        if (bytesRead === 0) break;
        count += bytesRead;
      }
      return count;
    },
    close: () => handle.close(),
  };
}
export type OpenSource = Awaited<ReturnType<typeof openSource>>;

export function isSameMark(one: FileMark | undefined, other: FileMark): boolean {
  return (
    one?.device === other.device &&
    one.inode === other.inode &&
    one.sizeBytes === other.sizeBytes &&
    one.modifiedNs === other.modifiedNs
  );
}
