import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Process } from "#shared/processes/contract.ts";
import type { InputOf } from "../../api/operations.ts";
import { readingPages } from "../../api/query.ts";
import { callerText } from "../../messages/caller-text.ts";
import { processMessages } from "../../messages/english/processes.ts";
import type { ColumnName } from "../../ui/tables/column-choice.ts";
import type { Column } from "../../ui/tables/data-table.tsx";
import { PagedTable } from "../../ui/tables/paged-table.tsx";
import { duration } from "../../ui/values/duration.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { ProgressBar } from "../../ui/values/progress-bar.tsx";
import { ProcessChip } from "./process-chip.tsx";
import { doneText } from "./progress.ts";
import { isOpen, wholeShare } from "./share.ts";

const text = processMessages;
const pageRows = 50;
/** Refresh interval of a list with running processes when there is no event stream. */
const refreshMs = 5_000;

/** Filter of the list, from the address. */
export interface ProcessFilter {
  readonly q?: string | undefined;
  readonly state?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly columns?: string | undefined;
}

type Question = Pick<InputOf<"GET /svc/api/processes">, "state" | "text" | "from" | "to">;

const states: readonly NonNullable<Question["state"]>[] = [
  "open",
  "final",
  "queued",
  "running",
  "done",
  "doneWithErrors",
  "failed",
  "aborted",
  "crashed",
];

/** Returns the filter in the service's format; an unknown state selects all processes. */
export function processQuestion({ q, state, from, to }: ProcessFilter): Question {
  const known = states.find((each) => each === state);
  return { ...(q && { text: q }), ...(known && { state: known }), ...(from && { from }), ...(to && { to }) };
}

/** Processes, open ones first, page by page. */
export function ProcessList({
  filter,
  shown,
  nameLink,
  onClear,
  empty,
}: {
  readonly filter: ProcessFilter;
  /** Ids of the selected columns. */
  readonly shown?: ReadonlySet<string> | undefined;
  readonly nameLink: (process: Process) => ReactNode;
  readonly onClear: () => void;
  /** Shown instead of an empty list, if the page has a better explanation than the filter. */
  readonly empty?: ReactNode;
}) {
  const asked = processQuestion(filter);
  const list = useInfiniteQuery({
    ...readingPages("GET /svc/api/processes", { ...asked, limit: pageRows }),
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.processes.some(isOpen)) ? refreshMs : false),
  });
  const read = (list.data?.pages ?? []).flatMap(({ processes }) => processes);
  // A process that ends between two pages is on both.
  const rows = [...new Map(read.map((row) => [row.id, row])).values()];
  return (
    <PagedTable
      list={list}
      text={text}
      isFiltered={Object.keys(asked).length > 0}
      onClear={onClear}
      empty={empty}
      question={JSON.stringify(asked)}
      rows={rows}
      columns={[{ ...what, cell: (row) => <What row={row} link={nameLink(row)} /> }, ...columns]}
      shown={shown}
      nameOf={({ title }) => title}
    />
  );
}

function What({ row, link }: { readonly row: Process; readonly link: ReactNode }) {
  const { id, kind, reason, waitingFor } = row;
  const more = waitingFor === null ? reason : `${text.waitingFor} ${waitingFor}`;
  return (
    <div className="min-w-0">
      <p className="font-medium">{link}</p>
      <p className="break-words text-muted text-sm">{more ?? `${kind} · ${id}`}</p>
    </div>
  );
}

const what: ColumnName = { id: "what", title: text.what };
const columns: readonly Column<Process>[] = [
  { id: "state", title: text.state, cell: ({ state }) => <ProcessChip state={state} />, className: "w-36" },
  { id: "progress", title: text.progress, cell: (row) => <Progress row={row} />, className: "w-52" },
  {
    id: "by",
    title: text.startedBy,
    cell: ({ startedBy }) => (
      <span className="break-words" title={startedBy}>
        {callerText(startedBy)}
      </span>
    ),
    className: "w-40",
  },
  { id: "started", title: text.started, cell: ({ createdAt }) => <Moment at={createdAt} />, className: "w-32" },
  {
    id: "took",
    title: text.took,
    cell: (row) => <span className="whitespace-nowrap">{took(row)}</span>,
    className: "w-28",
  },
];

/** Columns of the list that users can select. */
export const processColumns: readonly ColumnName[] = [what, ...columns];

function Progress({ row }: { readonly row: Process }) {
  // The last phase of a successful run isn't informative.
  if (!isOpen(row))
    return (
      <span className="inline-block text-muted first-letter:uppercase">
        {(row.state !== "done" && row.phase) || "–"}
      </span>
    );
  return (
    <div className="flex flex-col gap-1">
      <ProgressBar label={row.title} share={row.state === "queued" ? 0 : wholeShare(row)} />
      <span className="text-muted text-sm first-letter:uppercase">
        {[row.phase, doneText(row)].filter(Boolean).join(": ")}
      </span>
    </div>
  );
}

function took({ startedAt, endedAt }: Process): string {
  if (startedAt === null || endedAt === null) return "–";
  return duration(Date.parse(endedAt) - Date.parse(startedAt));
}
