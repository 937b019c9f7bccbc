import { StoreFull, StoreUnavailable } from "#shared/ports/table.ts";

/** Performs work on files. Converts disk errors to errors of the ports. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, "ENOSPC", "EDQUOT")) throw new StoreFull("The disk of the files is full", { cause: error });
    if (hasCode(error, "EIO", "EROFS", "EACCES", "EMFILE", "ENFILE", "ENOTDIR")) {
      throw new StoreUnavailable("The files can't be read or written", { cause: error });
    }
    throw error;
  }
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
