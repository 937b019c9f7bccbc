import type { ReactNode } from "react";
import type { DeliveryRow } from "#shared/deliveries/contract.ts";
import { deliveryMessages as text } from "../../messages/english/events/deliveries.ts";
import type { ColumnName } from "../../ui/tables/column-choice.ts";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ByteSize } from "../../ui/values/byte-size.tsx";
import { exactly } from "../../ui/values/moment.tsx";
import { DeliveryChip } from "./delivery-chip.tsx";

const when: ColumnName = { id: "when", title: text.when };
const others: readonly Column<DeliveryRow>[] = [
  { id: "state", title: text.state, cell: ({ state }) => <DeliveryChip state={state} />, className: "w-32" },
  { id: "details", title: text.details, cell: (row) => <span className="wrap-anywhere">{detailsOf(row)}</span> },
  {
    id: "attempts",
    title: text.attempts,
    cell: ({ attempts }) => <span className="tabular-nums">{attempts.toLocaleString()}</span>,
    className: "w-24",
  },
  {
    id: "size",
    title: text.size,
    cell: ({ method, sizeBytes }) => (
      <span className="whitespace-nowrap">
        {method} <ByteSize bytes={sizeBytes} />
      </span>
    ),
    className: "w-32",
    isSpare: true,
  },
];

/** Columns of the list that users can select. */
export const deliveryColumnNames: readonly ColumnName[] = [when, ...others];

/** Returns the columns of a list of deliveries. The time links to the delivery. */
export function deliveryColumns(link: (id: string, name: ReactNode) => ReactNode): readonly Column<DeliveryRow>[] {
  return [
    {
      ...when,
      cell: ({ id, createdAt, senderId }) => (
        <div className="min-w-0">
          <p className="font-medium">{link(id, <time dateTime={createdAt}>{exactly(createdAt)}</time>)}</p>
          {senderId !== null && <p className="max-w-60 truncate text-muted text-sm">{senderId}</p>}
        </div>
      ),
      className: "w-56",
    },
    ...others,
  ];
}

function detailsOf({ reason, nextAttemptAt }: DeliveryRow): string {
  const parts = [reason, nextAttemptAt !== null && text.next(exactly(nextAttemptAt))];
  return parts.filter(Boolean).join(". ") || text.none;
}
