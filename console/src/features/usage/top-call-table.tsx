import type { OutputOf } from "../../api/operations.ts";
import { topCallMessages } from "../../messages/english/usage/top-calls.ts";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import { ByteSize } from "../../ui/values/byte-size.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { duration } from "../../ui/values/duration.ts";
import { ExactMoment } from "../../ui/values/moment.tsx";

const text = topCallMessages;
/** Grouping of calls; `each`: no grouping. */
export type TopCallsBy = "file" | "table" | "layout" | "client" | "each";
type TopCalls = OutputOf<"GET /svc/api/statistics/top-calls">;
type Took = Pick<TopCalls["groups"][number], "waitMs" | "ioMs" | "receivedBytes" | "sentBytes">;

/** Groups of calls, or single calls, those with the longest total time first. */
export function TopCallTable({ found, by }: { readonly found: TopCalls; readonly by: TopCallsBy }) {
  if (by === "each" || found.groups.length === 0)
    return (
      <DataTable
        label={text.title}
        rows={found.calls.map((call, id) => ({ ...call, id }))}
        columns={callColumns}
        nameOf={({ operation, target }) => `${operation} ${target}`}
      />
    );
  return (
    <>
      <DataTable
        label={text.title}
        rows={found.groups.map((group, id) => ({ ...group, id }))}
        columns={groupColumns(text.groupings[by])}
        nameOf={({ name }) => name || text.noName}
      />
      {found.groupCount > found.groups.length && (
        <p className="text-muted text-sm">{text.more(found.groups.length, found.groupCount)}</p>
      )}
    </>
  );
}

function groupColumns(title: string): readonly Column<TopCalls["groups"][number]>[] {
  return [
    {
      id: "name",
      title,
      cell: ({ name, file }) => (
        <span className="wrap-anywhere">
          <span className="font-medium">{name || text.noName}</span>
          {file !== null && file !== name && <span className="text-muted"> {text.in(file)}</span>}
        </span>
      ),
    },
    { id: "calls", title: text.columns.calls, cell: ({ calls }) => calls.toLocaleString(), className: "w-20" },
    { id: "together", title: text.columns.together, cell: ({ elapsedMs }) => duration(elapsedMs), className: "w-28" },
    { id: "longest", title: text.columns.longest, cell: ({ longestMs }) => duration(longestMs), className: "w-28" },
    ...tookColumns,
  ];
}

const tookColumns: readonly Column<Took>[] = [
  { id: "waiting", title: text.columns.waiting, cell: ({ waitMs }) => duration(waitMs), className: "w-28" },
  { id: "disk", title: text.columns.disk, cell: ({ ioMs }) => duration(ioMs), className: "w-28" },
  {
    id: "network",
    title: text.columns.network,
    cell: ({ receivedBytes, sentBytes }) => <ByteSize bytes={receivedBytes + sentBytes} />,
    className: "w-24",
  },
];

const callColumns: readonly Column<TopCalls["calls"][number]>[] = [
  {
    id: "operation",
    title: text.columns.operation,
    cell: ({ operation, target, isRunning }) => (
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">
          {operation} {isRunning && <Chip tone="warn">{text.runs}</Chip>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">{target}</p>
      </div>
    ),
  },
  {
    id: "client",
    title: text.columns.client,
    cell: ({ client }) => <span className="wrap-anywhere">{client}</span>,
    className: "w-44",
  },
  {
    id: "began",
    title: text.columns.began,
    cell: ({ startedAt }) => <ExactMoment at={startedAt} />,
    className: "w-48",
  },
  { id: "took", title: text.columns.took, cell: ({ elapsedMs }) => duration(elapsedMs), className: "w-28" },
  ...tookColumns,
];
