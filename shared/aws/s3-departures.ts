import type { Background } from "../ports/background.ts";
import type { Blobs } from "../ports/blobs.ts";
import type { Departures } from "../ports/departures.ts";
import type { Ids } from "../ports/ids.ts";
import type { S3Presigned } from "./s3-presigned.ts";

/** Bytes for an agent by way of the bucket. The bucket's rules delete what a function has no time to delete. */
export function s3Departures(
  { blobs, addresses }: { readonly blobs: Blobs; readonly addresses: Pick<S3Presigned, "get"> },
  ids: Ids,
  background: Pick<Background, "run">,
): Departures {
  return {
    async open(bytes, expiresSeconds) {
      const id = ids.uuid();
      const name = `agent/${id}`;
      await blobs.put(name, only(bytes));
      return {
        id,
        address: await addresses.get(name, { expiresSeconds, fileName: id }),
        close: () => background.run("bytes that an agent has fetched", blobs.delete(name)),
      };
    },
  };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
