/** How much the scale bench stores. */
export interface ScalePlan {
  readonly mode: "quick" | "full";
  /** Where what was filled is kept, and found again by the next run. Undefined: it goes with this run. */
  readonly folder?: string | undefined;
  readonly keys: number;
  readonly files: number;
  readonly deliveries: number;
  /** Of the deliveries, those whose event is as large as is kept in the table. */
  readonly largeDeliveries: number;
  readonly auditEntries: number;
  readonly processes: number;
  readonly starts: number;
  /** How often each list is asked for. */
  readonly queries: number;
}

/** A look: enough to see that something broke. */
export const quickScale: ScalePlan = {
  ...{ mode: "quick", keys: 2_000, files: 500, deliveries: 5_000, largeDeliveries: 200, auditEntries: 20_000 },
  ...{ processes: 5_000, starts: 2, queries: 5 },
};

/** What the page is written from: a data folder of more than 20 GB. */
export const fullScale: ScalePlan = {
  ...{ mode: "full", keys: 100_000, files: 10_000, deliveries: 1_000_000, largeDeliveries: 160_000 },
  ...{ auditEntries: 1_000_000, processes: 100_000, starts: 5, queries: 20 },
};
