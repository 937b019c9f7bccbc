import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { OutboundTransfers } from "#shared/ports/links/outbound-transfers.ts";
import { transferName } from "#shared/ports/links/transfer-names.ts";
import type { S3Presigned } from "./presigned.ts";

/**
 * Transfers bytes to an agent through the bucket. If a function has no time to delete them, they are deleted later
 * (`shared/agent/expired-transfers.ts`).
 */
export function s3OutboundTransfers(
  { blobs, addresses }: { readonly blobs: Blobs; readonly addresses: Pick<S3Presigned, "get"> },
  ids: Ids,
  background: Pick<BackgroundTasks, "waitUntil">,
  clock: Clock,
): OutboundTransfers {
  return {
    async open(bytes, expiresSeconds) {
      const id = ids.uuid();
      const name = transferName({ id, expiresAt: clock.now() / 1_000 + expiresSeconds });
      await blobs.put(name, only(bytes));
      return {
        id,
        address: await addresses.get(name, { expiresSeconds, fileName: id }),
        close: () => background.waitUntil("deleting bytes that an agent fetched", blobs.delete(name)),
      };
    },
  };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
