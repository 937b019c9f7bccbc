import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { InboundTransfers } from "#shared/ports/links/inbound-transfers.ts";
import { transferName } from "#shared/ports/links/transfer-names.ts";
import type { S3Presigned } from "./presigned.ts";

/**
 * Transfers bytes of an agent through the bucket: the agent uploads them, and the caller gets an address. They are deleted when no
 * address leads to them anymore (`shared/agent/expired-transfers.ts`).
 */
export function s3InboundTransfers(
  addresses: Pick<S3Presigned, "put" | "get">,
  ids: Ids,
  clock: Clock,
): InboundTransfers {
  return {
    areKept: true,
    async open(sizeBytes, expiresSeconds, fileName) {
      const id = ids.uuid();
      // They are uploaded with one address, and downloaded with another that is created then.
      const name = transferName({ id, expiresAt: clock.now() / 1_000 + 2 * expiresSeconds });
      return {
        id,
        address: await addresses.put(name, { expiresSeconds, sizeBytes }),
        async received(brought) {
          await brought;
          return { address: await addresses.get(name, { expiresSeconds, fileName: fileName ?? id }) };
        },
        close: () => undefined,
      };
    },
  };
}
