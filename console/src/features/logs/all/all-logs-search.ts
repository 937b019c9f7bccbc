export const logRanges = ["hour", "night", "day", "week"] as const;
export type LogRange = (typeof logRanges)[number];
export const levelChoices = ["error", "warning", "all"] as const;

/** Search over all logs in an address. */
export interface AllLogsSearch {
  readonly range?: LogRange;
  /** Lowest level. Default: errors. */
  readonly level?: (typeof levelChoices)[number];
  readonly q?: string;
}
