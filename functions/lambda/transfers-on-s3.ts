import { s3Arrivals } from "../../shared/aws/s3-arrivals.ts";
import { s3Departures } from "../../shared/aws/s3-departures.ts";
import type { Transfers } from "../../shared/ports/transfers.ts";
import { blobsOnS3 } from "./blobs-on-s3.ts";
import type { OpenerContext } from "./openers.ts";

/** Bytes between agents and the service by way of the stack's bucket. */
export function transfersOnS3(context: OpenerContext): Transfers {
  const blobs = blobsOnS3(context);
  const { ids, background } = context;
  return { arrivals: s3Arrivals(blobs.addresses, ids), departures: s3Departures(blobs, ids, background) };
}
