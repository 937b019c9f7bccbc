/** Upload of an agent's bytes to the store. */
export interface StoredUpload {
  /** Name of the blob. */
  readonly name: string;
  readonly uploadId: string;
  readonly sizeBytes: number;
  /** Size of every part except the last, in bytes. */
  readonly partBytes: number;
}

/** Part of an upload, numbered from 1. */
export interface StoredPart {
  readonly number: number;
  readonly offset: number;
  readonly sizeBytes: number;
}

/**
 * Stores bytes of agents, so that a transfer can take longer than a function runs. The agent uploads them in parts, and the caller gets an
 * address when all parts have arrived.
 */
export interface StoredTransfers {
  readonly areStored: true;
  /** Starts an upload. Its blob can be deleted after `expiresAt`, in milliseconds since the epoch. */
  start(id: string, sizeBytes: number, expiresAt: number): Promise<StoredUpload>;
  /**
   * Returns the parts that haven't arrived. If there are none, the blob is complete. Undefined if the upload has ended: another call has
   * completed it, or its parts were deleted.
   */
  missing(upload: StoredUpload): Promise<readonly StoredPart[] | undefined>;
  /** Returns a secret address for one PUT of a part. */
  partAddress(upload: StoredUpload, part: StoredPart, expiresSeconds: number): Promise<string>;
  /** Returns a secret address for any number of GETs of the blob. Browsers save it as `fileName`. */
  address(name: string, options: { readonly expiresSeconds: number; readonly fileName: string }): Promise<string>;
  /** Returns the blob's bytes. Undefined if it no longer exists. */
  bytes(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Deletes the parts of an upload that isn't continued. */
  abandon(upload: StoredUpload): Promise<void>;
}
