import type { ReactNode } from "react";
import { fileMessages } from "../../messages/english/files.ts";
import { FilterChip } from "../../ui/fields/filter-chip.tsx";
import { FilterField } from "../../ui/fields/filter-field.tsx";
import { TableBar } from "../../ui/tables/table-bar.tsx";
import type { FileFilter, FileMark } from "./file-marks.ts";

const text = fileMessages;

/** Text filter and marks of the list. */
export function FileFilterBar({
  filter,
  onFilter,
  counts,
  columns,
}: {
  readonly filter: FileFilter;
  readonly onFilter: (change: FileFilter) => void;
  readonly counts: readonly (readonly [FileMark, number])[];
  readonly columns: ReactNode;
}) {
  return (
    <TableBar>
      <FilterField
        label={text.filter}
        hint={text.filterHint}
        value={filter.q ?? ""}
        onChange={(q) => onFilter({ q })}
      />
      {counts.map(([mark, count]) => (
        <FilterChip
          key={mark}
          text={mark === "used" || mark === "noted" ? text.only[mark] : text.states[mark]}
          count={count}
          pressed={filter.only === mark}
          onPress={() => onFilter({ only: filter.only === mark ? undefined : mark })}
        />
      ))}
      {columns}
    </TableBar>
  );
}
