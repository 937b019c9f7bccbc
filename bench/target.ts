/** Figure with a bound that Latchkey has to meet. */
export interface Target {
  readonly sentence: string;
  readonly unit: "x" | "ms" | "us" | "s" | "fps" | "%" | "KB" | "MB" | "requests" | "events" | "logins" | "descriptors";
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Results of a bench, by the names of its targets. */
export type ValuesOf<Targets> = Partial<Record<keyof Targets, number>>;
