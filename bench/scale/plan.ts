/** Amounts of the scale bench. */
export interface ScalePlan {
  readonly mode: "quick" | "full";
  /** Folder in which the filled data folder is kept for the next run. Undefined: it is deleted after this run. */
  readonly folder?: string | undefined;
  readonly keys: number;
  readonly files: number;
  readonly deliveries: number;
  /** Number of deliveries whose event has the maximum size that is stored in the table. */
  readonly largeDeliveries: number;
  readonly auditEntries: number;
  readonly processes: number;
  readonly starts: number;
  /** Number of reads per list. */
  readonly queries: number;
}

/** Enough to notice failures. */
export const quickScale: ScalePlan = {
  ...{ mode: "quick", keys: 2_000, files: 500, deliveries: 5_000, largeDeliveries: 200, auditEntries: 20_000 },
  ...{ processes: 5_000, starts: 2, queries: 5 },
};

/** Source of the page: a data folder of more than 20 GB. */
export const fullScale: ScalePlan = {
  ...{ mode: "full", keys: 100_000, files: 10_000, deliveries: 1_000_000, largeDeliveries: 160_000 },
  ...{ auditEntries: 1_000_000, processes: 100_000, starts: 5, queries: 20 },
};
