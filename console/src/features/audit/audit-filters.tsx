import { useEffect, useState } from "react";
import { classes } from "../../ui/classes.ts";
import { auditWords } from "../../words/audit.ts";
import type { AuditFilter } from "./audit-panel.tsx";

const text = auditWords;
const small = "h-8 rounded-md border border-line-strong bg-panel px-2.5 text-sm focus-visible:outline-offset-0";
const settleMs = 300;

/** Who, to what, and how it ended. */
export function AuditFilters({
  filter,
  onFilter,
}: {
  readonly filter: AuditFilter;
  readonly onFilter: (change: AuditFilter) => void;
}) {
  return (
    <div className="flex flex-wrap gap-2 border-line border-b px-3 py-2">
      <Text
        label={text.filterActor}
        placeholder={`${text.filterActor}, ${text.actorHint}`}
        value={filter.actor ?? ""}
        onSettle={(actor) => onFilter({ actor })}
        shortcut="/"
      />
      <Text
        label={text.filterObject}
        placeholder={`${text.filterObject}, ${text.objectHint}`}
        value={filter.object ?? ""}
        onSettle={(object) => onFilter({ object })}
      />
      <select
        aria-label={text.outcome}
        className={small}
        value={filter.outcome ?? ""}
        onChange={(event) => onFilter({ outcome: event.target.value })}
      >
        <option value="">{text.all}</option>
        {Object.entries(text.outcomes).map(([outcome, word]) => (
          <option key={outcome} value={outcome}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Goes into the address when the typing pauses: each change asks the service. */
function Text({
  label,
  placeholder,
  value,
  onSettle,
  shortcut,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSettle: (text: string) => void;
  readonly shortcut?: string;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause anew
  useEffect(() => {
    if (typed === value) return;
    const settling = window.setTimeout(() => onSettle(typed.trim()), settleMs);
    return () => window.clearTimeout(settling);
  }, [typed]);
  return (
    <input
      type="text"
      aria-label={label}
      placeholder={placeholder}
      data-shortcut={shortcut}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className={classes(small, "min-w-0 flex-1 basis-44 sm:max-w-60")}
    />
  );
}
