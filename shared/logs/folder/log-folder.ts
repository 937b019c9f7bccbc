import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LogFile, LogSource, OpenLog } from "#shared/ports/logs/log-source.ts";

export interface LogFolderOptions {
  readonly folder: string;
  /** True if a file of the folder is a log. */
  readonly isLog: (name: string) => boolean;
  /** Logs that are listed before anything is written to them. */
  readonly always?: readonly string[];
}

/**
 * Logs of a folder, for the service on one machine and for the agent. Doesn't follow symbolic links or read files with several hard
 * links.
 */
export function logFolder({ folder, isLog, always = [] }: LogFolderOptions): LogSource {
  const names = async (): Promise<readonly string[]> => {
    const all = await readdir(folder).catch((thrown: unknown) => {
      if (isMissing(thrown)) return []; // Nothing was logged yet.
      throw thrown;
    });
    return all.filter(isLog).sort();
  };

  const opened = async (name: string, flags: number): Promise<{ file: FileHandle; log: LogFile } | undefined> => {
    if (!(await names()).includes(name)) return undefined;
    const file = await open(join(folder, name), flags | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
      (thrown: unknown) => {
        if (isMissing(thrown) || codeOf(thrown) === "ELOOP") return undefined;
        throw thrown;
      },
    );
    if (file === undefined) return undefined;
    const log = logFile(name, await file.stat({ bigint: true }));
    if (log !== undefined) return { file, log };
    await file.close();
    return undefined;
  };

  return {
    async list() {
      const found = await Promise.all(
        (await names()).map(async (name) => {
          const stat = await lstat(join(folder, name), { bigint: true }).catch((thrown: unknown) => {
            if (isMissing(thrown)) return undefined; // Rotated away since the folder was read.
            throw thrown;
          });
          return stat && logFile(name, stat);
        }),
      );
      const logs = found.filter((log) => log !== undefined);
      const written = new Set(logs.map(({ name }) => name));
      return [...logs, ...always.filter((name) => !written.has(name)).map(unwritten)];
    },

    async open(name) {
      const found = await opened(name, constants.O_RDONLY);
      if (found === undefined) return always.includes(name) ? emptyLog(unwritten(name)) : undefined;
      return openLog(found.file, found.log);
    },

    async clear(name) {
      const found = await opened(name, constants.O_RDWR);
      if (found === undefined) return always.includes(name) ? 0 : undefined;
      try {
        await found.file.truncate(0);
        return found.log.sizeBytes;
      } finally {
        await found.file.close();
      }
    },
  };
}

/** Returns an empty log that was never written to. */
function unwritten(name: string): LogFile {
  return { name, sizeBytes: 0, modifiedAt: 0, id: "unwritten" };
}

function emptyLog(log: LogFile): OpenLog {
  return { ...log, read: async () => Buffer.alloc(0), readInto: async () => 0, close: async () => undefined };
}

function logFile(
  name: string,
  stat: { readonly isFile: () => boolean } & Readonly<Record<"nlink" | "size" | "mtimeMs" | "dev" | "ino", bigint>>,
): LogFile | undefined {
  if (!stat.isFile() || stat.nlink !== 1n) return undefined;
  return {
    name,
    sizeBytes: Number(stat.size),
    modifiedAt: Math.floor(Number(stat.mtimeMs)),
    id: `${stat.dev}-${stat.ino}`,
  };
}

function openLog(file: FileHandle, log: LogFile): OpenLog {
  const readInto = async (bytes: Buffer, start: number): Promise<number> => {
    const wanted = Math.max(0, Math.min(bytes.length, log.sizeBytes - start));
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await file.read(bytes, filled, wanted - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled;
  };
  return {
    ...log,
    async read(start, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, log.sizeBytes - start)));
      return bytes.subarray(0, await readInto(bytes, start));
    },
    readInto,
    close: () => file.close(),
  };
}

function isMissing(thrown: unknown): boolean {
  return codeOf(thrown) === "ENOENT";
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}
