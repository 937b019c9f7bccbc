import type { ReactNode } from "react";
import { processMessages } from "../../messages/english/processes.ts";
import { MomentField } from "../../ui/fields/moment-field.tsx";
import { SettledText, smallField } from "../../ui/fields/settled-text.tsx";
import { TableBar } from "../../ui/tables/table-bar.tsx";
import type { ProcessFilter } from "./process-list.tsx";

const text = processMessages;

/** Filters of the list of processes. */
export function ProcessFilters({
  filter,
  onFilter,
  columns,
}: {
  readonly filter: ProcessFilter;
  readonly onFilter: (change: ProcessFilter) => void;
  readonly columns: ReactNode;
}) {
  return (
    <TableBar>
      <search className="contents">
        <SettledText
          label={text.filterText}
          placeholder={text.textHint}
          data-shortcut="/"
          value={filter.q ?? ""}
          onSettle={(q) => onFilter({ q })}
          className="flex-1 basis-52 sm:max-w-72"
        />
        <select
          aria-label={text.state}
          value={filter.state ?? ""}
          onChange={({ target }) => onFilter({ state: target.value })}
          className={smallField}
        >
          <option value="">{text.allStates}</option>
          <option value="open">{text.open}</option>
          <option value="final">{text.final}</option>
          {Object.entries(text.states).map(([state, word]) => (
            <option key={state} value={state}>
              {word}
            </option>
          ))}
        </select>
        <MomentField label={text.from} value={filter.from} onChange={(from) => onFilter({ from })} />
        <MomentField label={text.to} value={filter.to} onChange={(to) => onFilter({ to })} />
        {columns}
      </search>
    </TableBar>
  );
}
