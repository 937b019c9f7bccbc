/** Metadata of a blob. */
export interface BlobHead {
  readonly sizeBytes: number;
  /** Changes whenever the bytes change. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  readonly contentType?: string;
}

export interface Blob extends BlobHead {
  readonly body: AsyncIterable<Uint8Array>;
}

/** Inclusive range of byte positions, as in HTTP. */
export interface ByteRange {
  readonly from: number;
  readonly to?: number;
}

/** Store of bytes by name: downloads, uploads, exports. Names are `/`-separated segments of `[A-Za-z0-9._-]`, never `.` or `..`. */
export interface Blobs {
  /** Stores the whole stream or nothing: if the stream breaks, the previous blob stays. @throws BlobExists */
  put(
    name: string,
    body: AsyncIterable<Uint8Array>,
    options?: { readonly contentType?: string; readonly ifAbsent?: boolean },
  ): Promise<BlobHead>;
  /** Returns a blob, or undefined if there is none. @throws RangeError if the range starts after the end */
  get(name: string, range?: ByteRange): Promise<Blob | undefined>;
  head(name: string): Promise<BlobHead | undefined>;
  /** Deletes a blob. A missing blob isn't an error. */
  delete(name: string): Promise<void>;
  /** Returns at most `limit` (1 to 1000) names in code unit order. */
  list(options: {
    readonly prefix: string;
    readonly limit?: number;
    readonly cursor?: string;
  }): Promise<{ readonly names: readonly string[]; readonly cursor?: string }>;
}

/** Blob of that name already exists, for a put with `ifAbsent`. */
export class BlobExists extends Error {
  override readonly name = "BlobExists";
}
