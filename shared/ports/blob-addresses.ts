import type { Blobs } from "./blobs.ts";

/** Addresses at which clients bring bytes straight to the store, without passing through a function. They are secrets. */
export interface BlobAddresses {
  /** Where one PUT of exactly `sizeBytes` stores a blob, until it expires. A second PUT replaces the first. */
  put(name: string, limits: { readonly expiresSeconds: number; readonly sizeBytes: number }): Promise<string>;
}

/** A store of blobs, and the addresses at which clients reach it. */
export interface BlobStore {
  readonly blobs: Blobs;
  readonly addresses: BlobAddresses;
}
