import type { Ids } from "#shared/ports/ids.ts";
import type { InboundTransfers } from "#shared/ports/links/inbound-transfers.ts";
import type { S3Presigned } from "./presigned.ts";

/** Bytes of an agent by way of the bucket: it puts them there, and the caller gets an address. The bucket's rules delete them. */
export function s3InboundTransfers(addresses: Pick<S3Presigned, "put" | "get">, ids: Ids): InboundTransfers {
  return {
    areKept: true,
    async open(sizeBytes, expiresSeconds, fileName) {
      const id = ids.uuid();
      const name = `agent/${id}`;
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
