import type { Arrivals } from "../ports/arrivals.ts";
import type { Ids } from "../ports/ids.ts";
import type { S3Presigned } from "./s3-presigned.ts";

/** Bytes of an agent by way of the bucket: it puts them there, and whoever asked gets an address. The bucket's rules delete them. */
export function s3Arrivals(addresses: Pick<S3Presigned, "put" | "get">, ids: Ids): Arrivals {
  return {
    areKept: true,
    async open(sizeBytes, expiresSeconds, fileName) {
      const id = ids.uuid();
      const name = `agent/${id}`;
      return {
        id,
        address: await addresses.put(name, { expiresSeconds, sizeBytes }),
        async arrived(brought) {
          await brought;
          return { address: await addresses.get(name, { expiresSeconds, fileName: fileName ?? id }) };
        },
        close: () => undefined,
      };
    },
  };
}
