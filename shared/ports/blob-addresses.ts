import type { Blobs } from "./blobs.ts";

/** Creates addresses where clients upload bytes directly to the store, without a function in between. They are secrets. */
export interface BlobAddresses {
  /** Returns an address for a PUT of exactly `sizeBytes`, which stores a blob until it expires. A second PUT replaces the first. */
  put(name: string, limits: { readonly expiresSeconds: number; readonly sizeBytes: number }): Promise<string>;
}

/** Store of blobs and its addresses for clients. */
export interface BlobStore {
  readonly blobs: Blobs;
  readonly addresses: BlobAddresses;
}
