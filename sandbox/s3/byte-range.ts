import { S3Error } from "./s3-error.ts";

/** Byte positions, both inclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the range in a Range header; undefined if there is none, or one that S3 ignores. @throws S3Error */
export function rangeOf(header: string | undefined, size: number): Range | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const count = Math.min(Number(last), size);
    if (count === 0) throw unsatisfiable();
    return { from: size - count, to: size - 1 };
  }
  const from = Number(first);
  const to = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < from) return undefined;
  if (from >= size) throw unsatisfiable();
  return { from, to };
}

function unsatisfiable(): S3Error {
  return new S3Error("InvalidRange", "The requested range is not satisfiable");
}
