import { join } from "node:path";

/** The file of a blob. Its tilde keeps the blob `a` apart from the folder of `a/b`. */
export function blobPath(folder: string, name: string): string {
  return `${join(folder, ...name.split("/"))}${fileMark}`;
}

export const fileMark = "~";
