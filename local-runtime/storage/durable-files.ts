import { closeSync, fsyncSync, openSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";

/** Creates a file that survives a power failure once this has returned. @throws EEXIST if it exists */
export function writeDurably(file: string, content: string, mode: number): void {
  const descriptor = openSync(file, "wx", mode);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

// Windows can't open folders; its file system handles names itself.
const foldersCanBeSynced = process.platform !== "win32";

/** Makes created and deleted names in a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  if (!foldersCanBeSynced) return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Like `syncFolder`, but synchronous: for the few files that are read before anything else runs. */
export function syncFolderNow(folder: string): void {
  if (!foldersCanBeSynced) return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
