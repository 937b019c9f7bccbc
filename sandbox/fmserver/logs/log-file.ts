import { appendFile, rename, stat } from "node:fs/promises";

/** A log on disk that grows in batches, so that calls do not wait for it. */
export interface LogFile {
  append(line: string): void;
  /** Resolves when everything appended so far is on disk. */
  flush(): Promise<void>;
}

interface LogFileOptions {
  readonly maxBytes: number;
  /** Written where a new file begins. */
  readonly header?: readonly string[];
  /** Whether a new file begins with the mark of UTF-8. */
  readonly hasMark?: boolean;
  /** Where the last file goes; its name with `-old` otherwise. */
  readonly oldPath?: string;
  /** The first line of a file that took another's place. */
  readonly rotationLine?: () => string;
  /** Called when a file took another's place. */
  readonly rotated?: () => void;
}

const BATCH_MILLISECONDS = 100;

export function logFile(path: string, options: LogFileOptions): LogFile {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();

  const beginning = (): string => {
    const mark = options.hasMark === true ? "\uFEFF" : "";
    return options.header === undefined ? mark : `${mark}${options.header.join("\t")}\n`;
  };
  const write = async (lines: readonly string[]): Promise<void> => {
    // Asked every time: another program may have emptied it.
    const size = await sizeOf(path);
    let text = size === 0 ? beginning() : "";
    if (size >= options.maxBytes) {
      await rename(path, options.oldPath ?? path.replace(/(\.\w+)?$/, "-old$1"));
      text = beginning();
      if (options.rotationLine !== undefined) text += `${options.rotationLine()}\n`;
      options.rotated?.();
    }
    await appendFile(path, `${text}${lines.join("\n")}\n`);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) written = written.then(() => write(lines));
    return written;
  };
  return {
    append(line) {
      waiting.push(line);
      if (timer !== undefined) return;
      // A folder that has gone away must not end the server; flush() by hand still tells.
      timer = setTimeout(() => void flush().catch(() => undefined), BATCH_MILLISECONDS);
    },
    flush,
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    // A log that is not there yet is an empty one.
    return 0;
  }
}
