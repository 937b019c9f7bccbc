import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface LogFile {
  /** Keeps a line for the next write. */
  add(line: string): { readonly pendingCharacters: number };
  /** Writes what was kept. What cannot be written is lost, so that a full disk does not fill the memory too. */
  write(): void;
  close(): void;
}

/** `<stem>.log`, appended to; at its largest it becomes `<stem>-old.log`. */
export function logFile(stem: string, largestBytes: number): LogFile {
  let pending: string[] = [];
  let pendingCharacters = 0;
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

  return {
    add(line) {
      pending.push(line, "\n");
      pendingCharacters += line.length + 1;
      return { pendingCharacters };
    },
    write() {
      if (pending.length === 0) return;
      const text = pending.join("");
      pending = [];
      pendingCharacters = 0;
      try {
        const { file, isEmpty } = target(Buffer.byteLength(text));
        writeFileSync(file, torn && !isEmpty ? `\n${text}` : text);
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
