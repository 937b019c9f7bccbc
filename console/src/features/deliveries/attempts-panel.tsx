import { CircleCheck, CircleX } from "lucide-react";
import type { Delivery } from "#shared/deliveries/contract.ts";
import { deliveryMessages } from "../../messages/english/events/deliveries.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { duration } from "../../ui/values/duration.ts";
import { ExactMoment, exactly } from "../../ui/values/moment.tsx";

const text = deliveryMessages.page;
type Try = Delivery["tries"][number] & { readonly id: number };

/** Completed attempts, newest first. */
export function AttemptsPanel({ tries }: { readonly tries: Delivery["tries"] }) {
  const rows = tries.map((attempt, id) => ({ ...attempt, id })).toReversed();
  return (
    <Panel title={text.attempts} flush>
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-muted">{text.noAttempts}</p>
      ) : (
        <DataTable label={text.attempts} rows={rows} columns={columns} nameOf={({ at }) => exactly(at)} />
      )}
    </Panel>
  );
}

const columns: readonly Column<Try>[] = [
  { id: "at", title: text.at, cell: ({ at }) => <ExactMoment at={at} />, className: "w-52" },
  { id: "why", title: text.trigger, cell: ({ trigger }) => text.triggers[trigger], className: "w-36" },
  { id: "took", title: text.took, cell: ({ durationMs }) => duration(durationMs), className: "w-28" },
  {
    id: "outcome",
    title: text.outcome,
    cell: ({ status, reason, answer }) => (
      <div className="flex min-w-0 flex-col items-start gap-1">
        <Chip tone={reason === null ? "good" : "bad"} icon={reason === null ? CircleCheck : CircleX}>
          {status === null ? (reason === null ? text.good : deliveryMessages.states.failed) : text.status(status)}
        </Chip>
        {reason !== null && <span className="wrap-anywhere">{reason}</span>}
        {answer !== null && answer !== "" && (
          <code className="line-clamp-3 text-muted text-sm wrap-anywhere">{answer}</code>
        )}
      </div>
    ),
  },
];
