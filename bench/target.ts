/** A figure that we hold ourselves to. */
export interface Target {
  readonly sentence: string;
  readonly unit: "x" | "ms" | "us" | "s" | "fps" | "%" | "KB" | "MB" | "requests" | "events" | "logins" | "descriptors";
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** What a bench has found, by the names of its targets. */
export type ValuesOf<Targets> = Partial<Record<keyof Targets, number>>;
