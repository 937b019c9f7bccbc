import { appendFile, rename, stat } from "node:fs/promises";

/** A log on disk that grows in batches, so that calls do not wait for it. */
interface LogFile {
  append(line: string): void;
  /** Resolves when everything appended so far is on disk. */
  flush(): Promise<void>;
}

const BATCH_MILLISECONDS = 100;

/** `header` and `rotationLine` are written where a new file begins. */
export function logFile(
  path: string,
  options: { readonly maxBytes: number; readonly header?: string; readonly rotationLine?: () => string },
): LogFile {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();
  let size: number | undefined;

  const write = async (lines: readonly string[]): Promise<void> => {
    size ??= await sizeOf(path);
    let text = size === 0 && options.header !== undefined ? `${options.header}\n` : "";
    if (size >= options.maxBytes) {
      await rename(path, path.replace(/(\.\w+)?$/, "-old$1"));
      size = 0;
      if (options.header !== undefined) text += `${options.header}\n`;
      if (options.rotationLine !== undefined) text += `${options.rotationLine()}\n`;
    }
    text += `${lines.join("\n")}\n`;
    await appendFile(path, text);
    size += Buffer.byteLength(text);
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
