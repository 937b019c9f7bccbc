import type { ReactNode } from "react";
import { messages } from "../../messages/messages.ts";
import { FilterChip } from "../../ui/fields/filter-chip.tsx";
import { FilterField } from "../../ui/fields/filter-field.tsx";
import { TableBar } from "../../ui/tables/table-bar.tsx";
import type { KeyMark } from "./key-chips.ts";

/** Filter of the list, from the address. */
export interface KeyFilter {
  readonly q?: string | undefined;
  readonly only?: string | undefined;
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
}

/** Text filter, and marks as toggles. */
export function FilterBar({
  hint,
  filter,
  onFilter,
  counts,
  columns,
}: {
  /** Description of what the text filter searches. */
  readonly hint: string;
  readonly filter: KeyFilter;
  readonly onFilter: (change: KeyFilter) => void;
  readonly counts: readonly (readonly [KeyMark, number])[];
  readonly columns: ReactNode;
}) {
  return (
    <TableBar>
      <FilterField label={messages.keys.filter} hint={hint} value={filter.q ?? ""} onChange={(q) => onFilter({ q })} />
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
    </TableBar>
  );
}
