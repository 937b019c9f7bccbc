import type { InboundTransfers } from "./links/inbound-transfers.ts";
import type { OutboundTransfers } from "./links/outbound-transfers.ts";

/** Bytes between the service and agents that are too many for a link. */
export interface Transfers {
  /** Bytes that agents bring. */
  readonly arrivals: InboundTransfers;
  /** Bytes that agents fetch. */
  readonly departures: OutboundTransfers;
}
