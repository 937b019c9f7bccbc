import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { Selection } from "./select.ts";

/** Adds the related rows of an `$expand` to a rendered row. */
export type Expansion = (row: Record<string, unknown>, record: LiveRecord) => void;

/** Presentation of an entity set's rows. */
export interface RowView {
  readonly occurrence: Occurrence;
  readonly selection: Selection;
  readonly expansions: readonly Expansion[];
}
