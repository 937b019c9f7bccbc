import type { Blobs } from "./blobs.ts";

/** Yields every name that starts with `prefix`, page by page. Blobs can be deleted in the meantime. */
export async function* allBlobNames(blobs: Pick<Blobs, "list">, prefix: string): AsyncGenerator<string> {
  for (let cursor: string | undefined; ; ) {
    const page = await blobs.list({ prefix, ...(cursor !== undefined && { cursor }) });
    yield* page.names;
    cursor = page.cursor;
    if (cursor === undefined) return;
  }
}
