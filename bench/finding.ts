import type { TargetName } from "./targets.ts";

/** Result of a figure: values for its targets, and tables for readers who want more details. */
export interface Finding {
  readonly values: Partial<Record<TargetName, number>>;
  readonly tables: readonly Table[];
  /** Names of contestants whose values may be affected by other programs on the machine. */
  readonly disturbed: readonly string[];
}

/** Rows of text and numbers under a title; NaN is printed as a dash. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Returns each disturbed name once. */
export function disturbedIn(...parts: readonly { readonly disturbed: readonly string[] }[]): string[] {
  return [...new Set(parts.flatMap(({ disturbed }) => disturbed))];
}
