import type { ReactNode } from "react";
import type { AuditEntry } from "#shared/audit/contract.ts";
import { auditMessages } from "../../messages/english/audit.ts";
import type { ColumnName } from "../../ui/tables/column-choice.ts";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ExactMoment } from "../../ui/values/moment.tsx";
import { actionText } from "./action-text.ts";
import { Outcome } from "./outcome.tsx";

const text = auditMessages;
/** Maximum number of objects that are named; the others are only counted, for example if a thousand keys were deleted. */
const objectsShown = 5;

/** Rendering of an entry's names, passed by the page because it knows labels and links. */
export interface AuditNames {
  readonly actor: (actor: string) => ReactNode;
  readonly object: (object: string) => ReactNode;
}

/** Columns of the trail that users can select. */
export const auditColumnNames: readonly ColumnName[] = [
  { id: "what", title: text.what },
  { id: "outcome", title: text.outcome },
  { id: "who", title: text.who },
  { id: "from", title: text.from },
  { id: "when", title: text.when },
];

/** Returns the columns of the trail. */
export function auditColumns(names: AuditNames): readonly Column<AuditEntry>[] {
  return [
    { id: "what", title: text.what, cell: (entry) => <What entry={entry} names={names} /> },
    { id: "outcome", title: text.outcome, cell: ({ outcome }) => <Outcome outcome={outcome} />, className: "w-28" },
    {
      id: "who",
      title: text.who,
      cell: ({ actor }) => (
        <span className="wrap-anywhere" title={actor}>
          {names.actor(actor)}
        </span>
      ),
      className: "w-44",
    },
    {
      id: "from",
      title: text.from,
      cell: ({ address, userAgent }) => (
        <span className="wrap-anywhere" title={userAgent}>
          {address}
        </span>
      ),
      className: "w-32",
      isSpare: true,
    },
    { id: "when", title: text.when, cell: (entry) => <When entry={entry} />, className: "w-48" },
  ];
}

function What({
  entry: { action, error, objects },
  names,
}: {
  readonly entry: AuditEntry;
  readonly names: AuditNames;
}) {
  const hidden = objects.length - objectsShown;
  return (
    <div className="min-w-0">
      <p className="font-medium">{actionText(action)}</p>
      {(objects.length > 0 || error !== null) && (
        <ul className="flex flex-wrap gap-x-3 text-muted text-sm">
          {objects.slice(0, objectsShown).map((object) => (
            <li key={object} title={object} className="min-w-0 wrap-anywhere">
              {names.object(object)}
            </li>
          ))}
          {hidden > 0 && <li title={objects.slice(objectsShown).join("\n")}>{text.more(hidden)}</li>}
          {error !== null && <li>{error}</li>}
        </ul>
      )}
    </div>
  );
}

/** Similar refusals share an entry, with their count and the time of the last one. */
function When({ entry: { at, lastAt, count, requestId } }: { readonly entry: AuditEntry }) {
  return (
    <>
      <ExactMoment at={at} title={`${text.request} ${requestId}`} />
      {count > 1 && (
        <p className="text-muted text-sm">
          {text.times(count)} {text.until} <ExactMoment at={lastAt} />
        </p>
      )}
    </>
  );
}
