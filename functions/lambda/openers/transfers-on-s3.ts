import { s3OutboundTransfers } from "#shared/aws/s3/outbound-transfers.ts";
import { s3StoredTransfers } from "#shared/aws/s3/stored-transfers.ts";
import type { Transfers } from "#shared/ports/transfers.ts";
import { blobsOnS3 } from "./blobs-on-s3.ts";
import type { OpenerContext } from "./opener-context.ts";

/** Opens transfers between agents and the service through the stack's bucket. */
export function transfersOnS3(context: OpenerContext): Transfers {
  const bucket = blobsOnS3(context);
  const { ids, background, clock } = context;
  return {
    inbound: s3StoredTransfers(bucket),
    outbound: s3OutboundTransfers(bucket, ids, background, clock),
  };
}
