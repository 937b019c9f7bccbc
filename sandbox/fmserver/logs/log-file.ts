import { appendFile, rename, stat } from "node:fs/promises";

/** Log on disk, written in batches so that calls don't wait for it. */
export interface LogFile {
  append(line: string): void;
  /** Resolves when all appended lines are on disk. */
  flush(): Promise<void>;
}

interface LogFileOptions {
  readonly maxBytes: number;
  /** Columns of the header at the start of a new file. */
  readonly header?: readonly string[];
  /** True if a new file starts with a UTF-8 byte order mark. */
  readonly hasMark?: boolean;
  /** Path of the previous file after rotation. Default: its name with `-old`. */
  readonly oldPath?: string;
  /** Returns the first line of a new file after rotation. */
  readonly rotationLine?: () => string;
  /** Called after a rotation. */
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
    // Checked each time, because another program may have cleared the file.
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
      // A removed folder must not stop the server; calls of flush() still report it.
      timer = setTimeout(() => void flush().catch(() => undefined), BATCH_MILLISECONDS);
    },
    flush,
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    // A missing log counts as empty.
    return 0;
  }
}
