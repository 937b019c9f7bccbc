/** Requested part of a file: its first byte (inclusive) and its end (exclusive). */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/** File in a response. */
export interface AnsweredFile {
  readonly name: string;
  readonly etag: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** Parses a Range header (RFC 9110, 14.2). Undefined: the whole file, also for unknown ranges. */
export function rangeIn(header: string | undefined, sizeBytes: number): FileRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const start = Math.max(0, sizeBytes - Number(last));
    return start >= sizeBytes ? "unsatisfiable" : { start, end: sizeBytes };
  }
  if (last !== "" && Number(last) < Number(first)) return undefined;
  if (Number(first) >= sizeBytes) return "unsatisfiable";
  return { start: Number(first), end: last === "" ? sizeBytes : Math.min(sizeBytes, Number(last) + 1) };
}

/** Returns headers for a download, so that browsers don't display the file or guess its type. */
export function fileHeaders({ name, etag, modifiedAt }: AnsweredFile): Record<string, string> {
  return {
    ...attachment(name),
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Last-Modified": new Date(modifiedAt).toUTCString(),
  };
}

/** Returns a Content-Disposition header (RFC 6266) with a plain name for old programs and the true name. */
export function attachment(name: string): Record<string, string> {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return {
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
  };
}

/** True if the caller already has the file (RFC 9110, 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*") ?? false;
}
