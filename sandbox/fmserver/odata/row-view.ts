import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { Selection } from "./select.ts";

/** One `$expand`: adds the related rows to a rendered row. */
export type Expansion = (row: Record<string, unknown>, record: LiveRecord) => void;

/** How rows of an entity set are to be shown. */
export interface RowView {
  readonly occurrence: Occurrence;
  readonly selection: Selection;
  readonly expansions: readonly Expansion[];
}
