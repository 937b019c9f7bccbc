import type { Blobs } from "#shared/ports/blobs.ts";

/** Returns blobs in memory that only accept bytes. */
export function memoryBlobs(): Pick<Blobs, "put" | "get" | "delete"> {
  return {
    async put(_name, bytes) {
      let sizeBytes = 0;
      for await (const chunk of bytes) sizeBytes += chunk.length;
      return { sizeBytes, etag: "etag", modifiedAt: 0 };
    },
    get: async () => undefined,
    delete: async () => undefined,
  };
}
