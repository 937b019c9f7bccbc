import { join } from "node:path";

const longestName = 900;
const longestSegment = 200;

/** @throws RangeError for a name that the port does not allow, whatever a file system would make of it. */
export function checkName(name: string): void {
  const segments = name.split("/");
  if (name.length > longestName || !segments.every(isSegment)) throw new RangeError("This is no name for a blob");
}

/** The file of a blob. Its tilde keeps the blob `a` apart from the folder of `a/b`. */
export function blobPath(folder: string, name: string): string {
  return `${join(folder, ...name.split("/"))}${fileMark}`;
}

export const fileMark = "~";

function isSegment(segment: string): boolean {
  return segment.length <= longestSegment && /^[A-Za-z0-9._-]+$/.test(segment) && segment !== "." && segment !== "..";
}
