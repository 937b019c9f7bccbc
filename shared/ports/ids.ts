/** Unpredictable values: keys, tokens, request ids. */
export interface Ids {
  /** `length` bytes from a cryptographic generator. */
  bytes(length: number): Uint8Array;
  /** A UUID of version 7: sorts by time of creation. */
  uuid(): string;
}
