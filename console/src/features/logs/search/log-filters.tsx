import { CaseSensitive, Regex, SlidersHorizontal, X } from "lucide-react";
import { useState } from "react";
import { logMessages } from "../../../messages/english/logs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Toggle } from "../../../ui/buttons/toggle.tsx";
import { classes } from "../../../ui/classes.ts";
import { MomentField } from "../../../ui/fields/moment-field.tsx";
import { SettledText, smallField } from "../../../ui/fields/settled-text.tsx";
import { type LogSearch, noFilter, questionOf } from "./log-filter.ts";

const text = logMessages;

/** Filters of a log: text or pattern, level, and more on request. All of them are in the address. */
export function LogFilters({
  search,
  onSearch,
}: {
  readonly search: LogSearch;
  readonly onSearch: (change: LogSearch) => void;
}) {
  const { q = "", re, cs, level, not = "", from, to, all } = search;
  const [isOpen, setOpen] = useState(Boolean(not || from || to));
  const isFiltered = questionOf(search) !== undefined;
  return (
    <search className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      <div className="flex min-w-0 flex-1 basis-64 gap-1 sm:max-w-md">
        <SettledText
          label={text.search}
          placeholder={text.searchHint}
          data-shortcut="/"
          value={q}
          onSettle={(next) => onSearch({ q: next || undefined, line: undefined })}
          className="flex-1"
        />
        <Toggle
          iconOnly
          icon={Regex}
          label={text.pattern}
          pressed={re === true}
          onPress={() => onSearch({ re: re ? undefined : true })}
        />
        <Toggle
          iconOnly
          icon={CaseSensitive}
          label={text.caseSensitive}
          pressed={cs === true}
          onPress={() => onSearch({ cs: cs ? undefined : true })}
        />
      </div>
      <select
        aria-label={text.level}
        value={level ?? ""}
        onChange={({ target }) =>
          onSearch({
            level: target.value === "warning" || target.value === "error" ? target.value : undefined,
            line: undefined,
          })
        }
        className={smallField}
      >
        <option value="">{text.levels.all}</option>
        <option value="warning">{text.levels.warning}</option>
        <option value="error">{text.levels.error}</option>
      </select>
      <Toggle
        iconOnly
        icon={SlidersHorizontal}
        label={text.moreFilters}
        pressed={isOpen}
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      />
      {isFiltered && (
        <>
          <fieldset aria-label={text.show} className="flex">
            {([undefined, true] as const).map((value) => (
              <button
                key={String(value)}
                type="button"
                aria-pressed={all === value}
                onClick={() => onSearch({ all: value })}
                className={classes(
                  "h-8 border px-3 font-medium text-sm first:rounded-l-md last:-ml-px last:rounded-r-md",
                  all === value
                    ? "z-10 border-fill-edge bg-fill text-on-fill"
                    : "border-line bg-panel hover:bg-selection",
                )}
              >
                {value ? text.allLines : text.matches}
              </button>
            ))}
          </fieldset>
          <Button look="quiet" onClick={() => onSearch(noFilter)}>
            <X aria-hidden size={14} />
            {text.clearFilters}
          </Button>
        </>
      )}
      {isOpen && (
        <div className="flex w-full flex-wrap items-center gap-2">
          <SettledText
            label={text.exclude}
            placeholder={text.excludeHint}
            value={not}
            onSettle={(next) => onSearch({ not: next || undefined, line: undefined })}
            className="flex-1 basis-48 sm:max-w-64"
          />
          <MomentField label={text.from} value={from} onChange={(next) => onSearch({ from: next, line: undefined })} />
          <MomentField label={text.to} value={to} onChange={(next) => onSearch({ to: next, line: undefined })} />
        </div>
      )}
    </search>
  );
}
