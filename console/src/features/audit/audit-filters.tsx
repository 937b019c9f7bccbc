import { X } from "lucide-react";
import type { ReactNode } from "react";
import { auditMessages } from "../../messages/english/audit.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { SettledText, smallField } from "../../ui/fields/settled-text.tsx";
import { TableBar } from "../../ui/tables/table-bar.tsx";
import type { AuditFilter } from "./audit-panel.tsx";

const text = auditMessages;
const fieldClasses = "flex-1 basis-full sm:max-w-60 sm:basis-44";

/** Filters for the user, the object and the outcome. */
export function AuditFilters({
  filter,
  onFilter,
  columns,
}: {
  readonly filter: AuditFilter;
  readonly onFilter: (change: AuditFilter) => void;
  readonly columns?: ReactNode;
}) {
  return (
    <TableBar>
      <SettledText
        label={text.filterActor}
        placeholder={`${text.filterActor}, ${text.actorHint}`}
        value={filter.actor ?? ""}
        onSettle={(actor) => onFilter({ actor })}
        data-shortcut="/"
        className={fieldClasses}
      />
      <SettledText
        label={text.filterObject}
        placeholder={`${text.filterObject}, ${text.objectHint}`}
        value={filter.object ?? ""}
        onSettle={(object) => onFilter({ object })}
        className={fieldClasses}
      />
      <select
        aria-label={text.outcome}
        className={smallField}
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
      {filter.request && (
        <Button onClick={() => onFilter({ request: undefined })}>
          {text.oneRequest}
          <X aria-label={messages.table.clearFilters} size={14} />
        </Button>
      )}
      {columns}
    </TableBar>
  );
}
