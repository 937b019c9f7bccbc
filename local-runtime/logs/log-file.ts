import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface LogFile {
  /** Buffers a line, given in two parts. Returns the number of buffered bytes. */
  add(beginning: string, rest: string): number;
  /** Writes the buffer. If that fails, the lines are dropped, so that a full disk doesn't fill the memory too. */
  write(): void;
  close(): void;
}

/** Initial buffer size in bytes, enough for the usual rate of lines. */
const usualBytes = 128 * 1024;
/** Maximum bytes per character in UTF-8. */
const maxBytesPerCharacter = 3;
const lineBreak = 0x0a;
const nothing = Buffer.alloc(0);

/**
 * Appends to `<stem>.log`, and renames it to `<stem>-old.log` at its maximum size. Lines are buffered as bytes: as strings they would be
 * thousands of objects that survive garbage collections and must be joined and encoded anyway.
 */
export function logFile(stem: string, largestBytes: number): LogFile {
  let kept = nothing;
  let used = 0;
  let descriptor: number | undefined;
  let torn = false;

  function close(): void {
    if (descriptor === undefined) return;
    const open = descriptor;
    descriptor = undefined;
    closeSync(open);
  }

  function opened(): number {
    mkdirSync(dirname(stem), { recursive: true, mode: 0o700 });
    return openSync(`${stem}.log`, "a", 0o600);
  }

  /** Returns the file to append `size` bytes to: a new one if the current one is full or was deleted. */
  function target(size: number): { readonly file: number; readonly isEmpty: boolean } {
    descriptor ??= opened();
    const stat = fstatSync(descriptor);
    const isEmpty = stat.size === 0;
    if (stat.nlink > 0 && (isEmpty || stat.size + size <= largestBytes)) return { file: descriptor, isEmpty };
    close();
    if (stat.nlink > 0) renameSync(`${stem}.log`, `${stem}-old.log`);
    descriptor = opened();
    return { file: descriptor, isEmpty: true };
  }

  /** Makes room for this number of additional bytes. */
  function reserve(bytes: number): void {
    if (used + bytes <= kept.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(usualBytes, 2 * (used + bytes)));
    kept.copy(larger, 0, 0, used);
    kept = larger;
  }

  return {
    add(beginning, rest) {
      reserve(maxBytesPerCharacter * (beginning.length + rest.length) + 1);
      used += kept.write(beginning, used);
      used += kept.write(rest, used);
      kept[used] = lineBreak;
      used += 1;
      return used;
    },
    write() {
      if (used === 0) return;
      const bytes = kept.subarray(0, used);
      used = 0;
      if (kept.length > usualBytes) kept = nothing;
      try {
        const { file, isEmpty } = target(bytes.length);
        writeFileSync(file, torn && !isEmpty ? Buffer.concat([Buffer.of(lineBreak), bytes]) : bytes);
        torn = false;
      } catch (error) {
        // Half a line may have been written; the next one starts on a new line.
        torn = true;
        close();
        throw error;
      }
    },
    close,
  };
}
