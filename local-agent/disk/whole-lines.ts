import { fsyncSync, ftruncateSync, writeSync } from "node:fs";

/** The end of a file that lines are written to whole, or not at all: after one that did not fit on the disk, the next begins on a line of its own. */
export interface WholeLines {
  /** Writes lines behind those before. `isLasting`: they are on the disk when it returns. @throws what the system says */
  append(text: string, isLasting: boolean): void;
}

/** Of a file that is empty still. */
export function wholeLines(file: number): WholeLines {
  let size = 0;
  return {
    append(text, isLasting) {
      const bytes = Buffer.from(text);
      try {
        // A disk that is nearly full takes a part, and says nothing.
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
