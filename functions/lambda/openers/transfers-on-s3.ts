import { s3InboundTransfers } from "#shared/aws/s3/inbound-transfers.ts";
import { s3OutboundTransfers } from "#shared/aws/s3/outbound-transfers.ts";
import type { Transfers } from "#shared/ports/transfers.ts";
import { blobsOnS3 } from "./blobs-on-s3.ts";
import type { OpenerContext } from "./opener-context.ts";

/** Opens transfers between agents and the service through the stack's bucket. */
export function transfersOnS3(context: OpenerContext): Transfers {
  const blobs = blobsOnS3(context);
  const { ids, background, clock } = context;
  return {
    inbound: s3InboundTransfers(blobs.addresses, ids, clock),
    outbound: s3OutboundTransfers(blobs, ids, background, clock),
  };
}
