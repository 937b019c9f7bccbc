import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { FilterChip } from "../../ui/filter-chip.tsx";
import { FilterField } from "../../ui/filter-field.tsx";
import { words } from "../../words/words.ts";
import type { KeyMark } from "./key-chips.ts";

/** What the address says of the list. */
export interface KeyFilter {
  readonly q?: string | undefined;
  readonly only?: string | undefined;
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
}

/** Text, marks as switches, and what to do with the chosen rows. */
export function FilterBar({
  filter,
  onFilter,
  counts,
  chosen,
  onDelete,
  onClear,
  columns,
}: {
  readonly filter: KeyFilter;
  readonly onFilter: (change: KeyFilter) => void;
  readonly counts: readonly (readonly [KeyMark, number])[];
  readonly chosen: number;
  readonly onDelete: () => void;
  readonly onClear: () => void;
  readonly columns: ReactNode;
}) {
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      {chosen > 0 ? (
        <>
          <span className="mr-auto px-1 font-medium">{words.keys.selected(words.keys.count(chosen))}</span>
          <Button look="quiet" onClick={onClear}>
            {words.table.clearSelection}
          </Button>
          <Button look="danger" onClick={onDelete}>
            {words.keys.deleteSelected}
          </Button>
        </>
      ) : (
        <>
          <FilterField
            label={words.keys.filter}
            hint={words.keys.filterHint}
            value={filter.q ?? ""}
            onChange={(q) => onFilter({ q })}
          />
          {counts.map(([mark, count]) => (
            <FilterChip
              key={mark}
              text={words.keys.chips[mark]}
              count={count}
              pressed={filter.only === mark}
              onPress={() => onFilter({ only: filter.only === mark ? undefined : mark })}
            />
          ))}
          {columns}
        </>
      )}
    </div>
  );
}
