/** Returns a buffer in memory that threads share. V8 doesn't count it, and releases it only when asked to collect. */
export function sharedMemory(bytes: number): Buffer<SharedArrayBuffer> {
  return Buffer.from(new SharedArrayBuffer(bytes));
}

/** Copies bytes into memory that may be shared: there `set` and `copy` move single words, which takes several times as long. */
export function copyInto(memory: Uint8Array, at: number, bytes: Uint8Array): void {
  if (bytes.length === 0) return;
  Buffer.from(memory.buffer, memory.byteOffset, memory.length).fill(bytes, at, at + bytes.length);
}
