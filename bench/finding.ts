import type { TargetName } from "./targets.ts";

/** What one figure found: values for the targets it knows of, and tables for readers who want to see more. */
export interface Finding {
  readonly values: Partial<Record<TargetName, number>>;
  readonly tables: readonly Table[];
  /** Who had to share the machine with programs that are none of ours, so much that the values may come from that. */
  readonly disturbed: readonly string[];
}

/** Rows of text and numbers under a title; a number that is not one is printed as a dash. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Every name once, however often a measurement was disturbed. */
export function disturbedIn(...parts: readonly { readonly disturbed: readonly string[] }[]): string[] {
  return [...new Set(parts.flatMap(({ disturbed }) => disturbed))];
}
