import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import type { Database } from "#shared/files/contract.ts";
import { fileMessages } from "../../messages/files.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { FilterChip } from "../../ui/fields/filter-chip.tsx";
import { FilterField } from "../../ui/fields/filter-field.tsx";
import { actionsFor, asksFirst } from "./file-actions.ts";
import type { FileFilter, FileMark } from "./file-marks.ts";
import type { FileMenuHandlers } from "./file-menu.tsx";

const text = fileMessages;

/** Text and marks that narrow the list; and once files are ticked, what can be done with them. */
export function FileFilterBar({
  filter,
  onFilter,
  counts,
  chosen,
  ways,
  onClear,
  columns,
}: {
  readonly filter: FileFilter;
  readonly onFilter: (change: FileFilter) => void;
  readonly counts: readonly (readonly [FileMark, number])[];
  readonly chosen: readonly Database[];
  readonly ways: FileMenuHandlers;
  readonly onClear: () => void;
  readonly columns: ReactNode;
}) {
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      {chosen.length > 0 ? (
        <>
          <span className="mr-auto px-1 font-medium">{text.selected(chosen.length)}</span>
          <Button onVisible="quiet" onClick={onClear}>
            {messages.table.clearSelection}
          </Button>
          {actionsFor(chosen).map((action) => (
            <Button key={action} onClick={() => ways.onAction(action, chosen)}>
              {asksFirst(action, chosen) ? text.asks[action] : text.actions[action]}
            </Button>
          ))}
          <Button onVisible="primary" onClick={() => ways.onCreateKey(chosen.map(({ filename }) => filename))}>
            <KeyRound aria-hidden size={15} />
            {text.createKey}
          </Button>
        </>
      ) : (
        <>
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
        </>
      )}
    </div>
  );
}
