import type { Arrivals } from "./arrivals.ts";
import type { Departures } from "./departures.ts";

/** Bytes between the service and agents that are too many for a link. */
export interface Transfers {
  /** Bytes that agents bring. */
  readonly arrivals: Arrivals;
  /** Bytes that agents fetch. */
  readonly departures: Departures;
}
