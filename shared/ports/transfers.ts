import type { InboundTransfers } from "./links/inbound-transfers.ts";
import type { OutboundTransfers } from "./links/outbound-transfers.ts";

/** Transfers between the service and agents of bytes that are too large for a link. */
export interface Transfers {
  /** Bytes that agents send. */
  readonly inbound: InboundTransfers;
  /** Bytes that agents fetch. */
  readonly outbound: OutboundTransfers;
}
