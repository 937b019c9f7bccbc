import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface LogFile {
  /** Keeps a line for the next write, given in two parts. Answers how many bytes are kept by now. */
  add(beginning: string, rest: string): number;
  /** Writes what was kept. What cannot be written is lost, so that a full disk does not fill the memory too. */
  write(): void;
  close(): void;
}

/** Room for lines that are kept, as long as they come no faster. */
const usualBytes = 128 * 1024;
/** A character takes at most so many bytes. */
const mostBytesPerCharacter = 3;
const lineBreak = 0x0a;
const nothing = Buffer.alloc(0);

/**
 * `<stem>.log`, appended to; at its largest it becomes `<stem>-old.log`. Lines are kept as bytes: as texts they would be thousands of objects that
 * outlive a collection or two, and be joined and encoded in the end.
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

  /** The file to append `size` bytes to: another one when this one is full, or was taken away. */
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

  /** Makes room for so many bytes more. */
  function reserve(bytes: number): void {
    if (used + bytes <= kept.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(usualBytes, 2 * (used + bytes)));
    kept.copy(larger, 0, 0, used);
    kept = larger;
  }

  return {
    add(beginning, rest) {
      reserve(mostBytesPerCharacter * (beginning.length + rest.length) + 1);
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
        // Half a line may have got through: the next one begins a new one.
        torn = true;
        close();
        throw error;
      }
    },
    close,
  };
}
