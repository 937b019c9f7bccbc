import { closeSync, fsyncSync, openSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";

/** Creates a file that survives a power cut once this has returned. @throws EEXIST when there is one. */
export function writeDurably(file: string, content: string, mode: number): void {
  const descriptor = openSync(file, "wx", mode);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

// Windows opens no folder; there the names are the file system's own business.
const foldersCanBeSynced = process.platform !== "win32";

/** Makes names that were given or taken in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  if (!foldersCanBeSynced) return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same, at once: for the few files that are read before anything else runs. */
export function syncFolderNow(folder: string): void {
  if (!foldersCanBeSynced) return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
