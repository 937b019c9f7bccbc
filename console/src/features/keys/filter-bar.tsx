import { Search, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { plural } from "../../words/plural.ts";
import { words } from "../../words/words.ts";
import type { KeyMark } from "./key-chips.ts";

/** What the address says of the list. */
export interface KeyFilter {
  readonly q?: string | undefined;
  readonly only?: string | undefined;
  readonly sort?: string | undefined;
}

/** Text, marks as switches, and what to do with the chosen rows. */
export function FilterBar({
  filter,
  onFilter,
  counts,
  chosen,
  onDelete,
  onClear,
}: {
  readonly filter: KeyFilter;
  readonly onFilter: (change: KeyFilter) => void;
  readonly counts: readonly (readonly [KeyMark, number])[];
  readonly chosen: number;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}) {
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      {chosen > 0 ? (
        <>
          <span className="mr-auto px-1 font-medium">
            {words.keys.selected(plural(chosen, words.keys.one, words.keys.many))}
          </span>
          <Button look="quiet" onClick={onClear}>
            {words.keys.clearSelection}
          </Button>
          <Button look="danger" onClick={onDelete}>
            {words.keys.deleteSelected}
          </Button>
        </>
      ) : (
        <>
          <div className="relative min-w-0 flex-1 basis-60 sm:max-w-sm">
            <Search aria-hidden size={15} className="-translate-y-1/2 absolute top-1/2 left-2.5 text-muted" />
            <input
              type="text"
              aria-label={words.keys.filter}
              placeholder={words.keys.filterHint}
              data-shortcut="/"
              value={filter.q ?? ""}
              onChange={(event) => onFilter({ q: event.target.value })}
              className="h-8 w-full rounded-md border border-line-strong bg-panel pr-8 pl-8 text-sm focus-visible:outline-offset-0"
            />
            {filter.q && (
              <IconButton
                icon={X}
                label={words.keys.clearFilters}
                className="absolute top-0 right-0"
                onClick={() => onFilter({ q: undefined })}
              />
            )}
          </div>
          {counts.map(([mark, count]) => (
            <button
              key={mark}
              type="button"
              aria-pressed={filter.only === mark}
              onClick={() => onFilter({ only: filter.only === mark ? undefined : mark })}
              className={classes(
                "inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm",
                filter.only === mark
                  ? "border-fill-edge bg-fill text-on-fill"
                  : "border-line-strong text-text hover:bg-selection",
              )}
            >
              {words.keys.chips[mark]} <span className="tabular-nums">{count}</span>
            </button>
          ))}
        </>
      )}
    </div>
  );
}
