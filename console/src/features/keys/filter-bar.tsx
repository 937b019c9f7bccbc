import type { ReactNode } from "react";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { FilterChip } from "../../ui/fields/filter-chip.tsx";
import { FilterField } from "../../ui/fields/filter-field.tsx";
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
          <span className="mr-auto px-1 font-medium">{messages.keys.selected(messages.keys.count(chosen))}</span>
          <Button onVisible="quiet" onClick={onClear}>
            {messages.table.clearSelection}
          </Button>
          <Button onVisible="danger" onClick={onDelete}>
            {messages.keys.deleteSelected}
          </Button>
        </>
      ) : (
        <>
          <FilterField
            label={messages.keys.filter}
            hint={messages.keys.filterHint}
            value={filter.q ?? ""}
            onChange={(q) => onFilter({ q })}
          />
          {counts.map(([mark, count]) => (
            <FilterChip
              key={mark}
              text={messages.keys.chips[mark]}
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
