/** Generator of unpredictable values: keys, tokens, request ids. */
export interface Ids {
  /** Returns `length` bytes from a cryptographic generator. */
  bytes(length: number): Uint8Array;
  /** Returns a UUID of version 7, which sorts by time of creation. */
  uuid(): string;
}
