import { fsyncSync, ftruncateSync, writeSync } from "node:fs";

/**
 * End of a file to which lines are written completely or not at all: after a line that didn't fit on the disk, the next one starts on its
 * own line.
 */
export interface WholeLines {
  /** Appends lines. `isLasting`: they are on disk when it returns. @throws the system's error */
  append(text: string, isLasting: boolean): void;
}

/** Opens an empty file for lines. */
export function wholeLines(file: number): WholeLines {
  let size = 0;
  return {
    append(text, isLasting) {
      const bytes = Buffer.from(text);
      try {
        // A nearly full disk accepts a part without an error.
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, size + at);
        if (isLasting) fsyncSync(file);
      } catch (thrown) {
        ftruncateSync(file, size);
        throw thrown;
      }
      size += bytes.length;
    },
  };
}
