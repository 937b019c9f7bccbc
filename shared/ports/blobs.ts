/** What is known of stored bytes. */
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

/** An inclusive range of byte positions, as in HTTP. */
export interface ByteRange {
  readonly from: number;
  readonly to?: number;
}

/** Bytes by name: downloads, uploads, exports. Names are `/`-separated segments of `[A-Za-z0-9._-]`, never `.` or `..`. */
export interface Blobs {
  /** Stores the whole stream or nothing: a broken stream leaves what was there before. @throws BlobExists */
  put(
    name: string,
    body: AsyncIterable<Uint8Array>,
    options?: { readonly contentType?: string; readonly ifAbsent?: boolean },
  ): Promise<BlobHead>;
  /** Undefined when there is no such blob. A range that starts behind the end throws RangeError. */
  get(name: string, range?: ByteRange): Promise<Blob | undefined>;
  head(name: string): Promise<BlobHead | undefined>;
  /** Deleting what is not there is no error. */
  delete(name: string): Promise<void>;
  /** Names in code unit order, at most `limit` (1 to 1000) of them. */
  list(options: {
    readonly prefix: string;
    readonly limit?: number;
    readonly cursor?: string;
  }): Promise<{ readonly names: readonly string[]; readonly cursor?: string }>;
}

/** A put with `ifAbsent` met a blob of that name. */
export class BlobExists extends Error {
  override readonly name = "BlobExists";
}
