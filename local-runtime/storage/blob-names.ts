import { join } from "node:path";

/** Returns the file of a blob. Its tilde separates the blob `a` from the folder of `a/b`. */
export function blobPath(folder: string, name: string): string {
  return `${join(folder, ...name.split("/"))}${fileMark}`;
}

export const fileMark = "~";
