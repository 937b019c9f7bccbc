import type { DeliveriesOf } from "../contract/delivery.ts";
import type { browserStreams } from "./contract.ts";
import { downloads } from "./downloads.ts";
import { hostUploads } from "./uploads.ts";

type Dependencies = Parameters<typeof downloads>[0] & Parameters<typeof hostUploads>[0];

/** Bytes of the host's files, on their way to callers and from them. */
export function browserDeliveries(dependencies: Dependencies): DeliveriesOf<typeof browserStreams> {
  return { ...downloads(dependencies), ...hostUploads(dependencies) };
}
