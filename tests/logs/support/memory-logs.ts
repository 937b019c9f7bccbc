import type { LogFile, LogSource } from "#shared/ports/logs/log-source.ts";

/** Logs in memory that count reads, and that a test can write, clear and rotate. */
export interface MemoryLogs extends LogSource {
  readBytes: number;
  /** Called before each read. */
  onRead: () => void;
  write(name: string, content: Buffer | string): void;
  append(name: string, text: string): void;
  /** Renames a log and starts a new one. */
  rotate(name: string): void;
}

export function memoryLogs(): MemoryLogs {
  const files = new Map<string, { readonly id: string; bytes: Buffer }>();
  let ids = 0;
  const write = (name: string, content: Buffer | string) => {
    ids += 1;
    files.set(name, { id: `file-${ids}`, bytes: Buffer.from(content) });
  };
  const shown = (name: string, { id, bytes }: { readonly id: string; readonly bytes: Buffer }): LogFile => ({
    name,
    id,
    sizeBytes: bytes.length,
    modifiedAt: Date.UTC(2026, 10, 20),
  });

  const logs: MemoryLogs = {
    readBytes: 0,
    onRead: () => undefined,
    write,
    append(name, text) {
      const file = files.get(name);
      if (file === undefined) write(name, text);
      else file.bytes = Buffer.concat([file.bytes, Buffer.from(text)]);
    },
    rotate(name) {
      const file = files.get(name);
      if (file !== undefined) files.set(name.replace(/\.log$/, "-old.log"), file);
      write(name, "");
    },
    list: async () => [...files].map(([name, file]) => shown(name, file)),
    async open(name) {
      const file = files.get(name);
      if (file === undefined) return undefined;
      const { bytes } = file;
      return {
        ...shown(name, file),
        async read(start, length) {
          logs.onRead();
          const part = bytes.subarray(start, start + length);
          logs.readBytes += part.length;
          return part;
        },
        async readInto(into, start) {
          logs.onRead();
          const read = bytes.copy(into, 0, start);
          logs.readBytes += read;
          return read;
        },
        close: async () => undefined,
      };
    },
    async clear(name) {
      const file = files.get(name);
      if (file === undefined) return undefined;
      const { length } = file.bytes;
      file.bytes = Buffer.alloc(0);
      return length;
    },
  };
  return logs;
}
