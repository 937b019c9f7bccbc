import type { ErrorMeaning } from "../../ui/feedback/error-meanings.ts";

/** Row of the palette. */
export interface SearchResult {
  readonly id: string;
  readonly group: string;
  readonly text: string;
  /** Additional search text. */
  readonly also?: string;
  readonly open?: () => void;
  /** Error number, which needs no page: its meaning replaces the palette. */
  readonly explains?: ErrorMeaning;
}
