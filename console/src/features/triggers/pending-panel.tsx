import type { OnServer } from "#shared/triggers/contract.ts";
import { triggerMessages } from "../../messages/english/events/triggers.ts";
import { ErrorNumber } from "../../ui/feedback/error-number.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";

const text = triggerMessages.page;
type Operation = OnServer["pendingOperations"][number] & { readonly id: string };

/** Changes that FileMaker Server hasn't sent yet. Null: they couldn't be read, for this reason. */
export function PendingPanel({
  onServer,
  reason,
}: {
  readonly onServer: readonly OnServer[] | null;
  readonly reason: string | undefined;
}) {
  const rows = (onServer ?? []).flatMap(({ serverId, pendingOperations }) =>
    pendingOperations.map((operation, index) => ({ ...operation, id: `${serverId}-${index}` })),
  );
  return (
    <Panel title={text.server} text={text.serverText} flush>
      {rows.length === 0 ? (
        <p className={onServer === null ? "px-4 py-3 text-bad" : "px-4 py-3 text-muted"}>
          {onServer === null ? (reason ?? text.unreached) : text.nothingWaits}
        </p>
      ) : (
        <DataTable label={text.server} rows={rows} columns={columns} nameOf={({ operation }) => operation} />
      )}
    </Panel>
  );
}

const columns: readonly Column<Operation>[] = [
  { id: "operation", title: text.operation, cell: ({ operation }) => text.operations[operation] ?? operation },
  {
    id: "records",
    title: text.records,
    cell: ({ rowIDs }) => (
      <span className="wrap-anywhere">{rowIDs.includes(-1) ? text.all : rowIDs.map(String).join(", ")}</span>
    ),
  },
  { id: "tried", title: text.tried, cell: ({ sendAttempts }) => sendAttempts.toLocaleString(), className: "w-24" },
  {
    id: "error",
    title: text.error,
    cell: ({ lastErrorCode, lastErrorMessage }) =>
      lastErrorCode === 0 ? (
        <span className="text-muted">{text.noError}</span>
      ) : (
        <span className="wrap-anywhere">
          {lastErrorMessage} <ErrorNumber number={lastErrorCode} />
        </span>
      ),
  },
];
