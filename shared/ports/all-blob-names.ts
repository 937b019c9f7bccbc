import type { Blobs } from "./blobs.ts";

/** Every name that starts with `prefix`, a page after the other. Blobs may be deleted on the way. */
export async function* allBlobNames(blobs: Pick<Blobs, "list">, prefix: string): AsyncGenerator<string> {
  for (let cursor: string | undefined; ; ) {
    const page = await blobs.list({ prefix, ...(cursor !== undefined && { cursor }) });
    yield* page.names;
    cursor = page.cursor;
    if (cursor === undefined) return;
  }
}
