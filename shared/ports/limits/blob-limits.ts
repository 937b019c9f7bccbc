import type { ByteRange } from "../blobs.ts";

const longestName = 900;
const longestSegment = 200;
const maxNames = 1000;

/** @throws RangeError for a name that the port doesn't allow, even if a store would accept it */
export function checkName(name: string): void {
  const segments = name.split("/");
  if (name.length > longestName || !segments.every(isSegment)) throw new RangeError("Invalid blob name");
}

/** @throws RangeError for a range that is invalid for any size */
export function checkRange({ from, to = from }: ByteRange): void {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || to < from) {
    throw new RangeError("Invalid byte range");
  }
}

/** Returns the maximum number of names per page. @throws RangeError */
export function checkNames(limit: number = maxNames): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxNames) {
    throw new RangeError(`A page has 1 to ${maxNames} names, not ${limit}`);
  }
  return limit;
}

function isSegment(segment: string): boolean {
  return segment.length <= longestSegment && /^[A-Za-z0-9._-]+$/.test(segment) && segment !== "." && segment !== "..";
}
