import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditEntry, AuditOutcome } from "#shared/audit/contract.ts";
import { call } from "../../api/client.ts";
import { auditMessages } from "../../messages/audit.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { FreshTable } from "../../ui/tables/fresh-table.tsx";
import { ExactMoment } from "../../ui/values/moment.tsx";
import { actionText } from "./action-text.ts";
import { Outcome } from "./outcome.tsx";

const text = auditMessages;
const pageRows = 100;

/** What the address says of the trail. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly object?: string | undefined;
  readonly outcome?: string | undefined;
  readonly columns?: string | undefined;
}

/** The columns of the trail. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    id: "what",
    title: text.what,
    cell: ({ action, count, error, objects }) => (
      <div className="min-w-0">
        <p className="font-medium">
          {actionText(action)} {count > 1 && <span className="font-normal text-muted">{text.times(count)}</span>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {[...objects, ...(error === null ? [] : [error])].join(", ")}
        </p>
      </div>
    ),
  },
  { id: "outcome", title: text.outcome, cell: ({ outcome }) => <Outcome outcome={outcome} />, className: "w-28" },
  { id: "who", title: text.who, cell: ({ actor }) => <span className="break-all">{actor}</span>, className: "w-44" },
  {
    id: "from",
    title: text.from,
    cell: ({ address, userAgent }) => <span title={userAgent}>{address}</span>,
    className: "w-32",
    isSpare: true,
  },
  {
    id: "when",
    title: text.when,
    cell: ({ at, requestId }) => <ExactMoment at={at} title={`${text.request} ${requestId}`} />,
    className: "w-48",
  },
];

/** The trail, newest first, page by page. */
export function AuditPanel({
  filter,
  shown,
  onClear,
}: {
  readonly filter: AuditFilter;
  /** Ids of the columns that were chosen. */
  readonly shown: ReadonlySet<string> | undefined;
  readonly onClear: () => void;
}) {
  const asked = questionOf(filter);
  const trail = useInfiniteQuery({
    queryKey: ["GET /svc/api/audit", "pages", asked],
    queryFn: ({ pageParam, signal }) =>
      call("GET /svc/api/audit", { ...asked, limit: pageRows, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
  });
  if (trail.isPending) return <Loading rows={8} />;
  if (trail.data === undefined) return <Failed error={trail.error} onRetry={() => void trail.refetch()} />;
  const entries = trail.data.pages.flatMap((page) => page.entries);
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <>
      <ReadFailure reads={[trail]} />
      {entries.length === 0 && !trail.hasNextPage ? (
        <Empty title={isFiltered ? text.noMatch : text.emptyTitle} {...(!isFiltered && { text: text.emptyText })}>
          {isFiltered && <Button onClick={onClear}>{text.clear}</Button>}
        </Empty>
      ) : (
        <FreshTable
          label={text.title}
          question={JSON.stringify(asked)}
          rows={entries}
          columns={auditColumns}
          shown={shown}
          nameOf={({ action }) => action}
        />
      )}
      {trail.hasNextPage && (
        <div className="flex justify-center border-line border-t p-3">
          <Button busy={trail.isFetchingNextPage} onClick={() => void trail.fetchNextPage()}>
            {messages.states.more}
          </Button>
        </div>
      )}
    </>
  );
}

const outcomes: readonly AuditOutcome[] = ["begun", "done", "refused", "failed"];

/** The filter as the service takes it; an outcome that nobody knows asks for all of them. */
export function questionOf({ outcome, ...filter }: AuditFilter) {
  const [actor, object] = [filter.actor?.trim(), filter.object?.trim()];
  const known = outcomes.find((each) => each === outcome);
  return { ...(actor && { actor }), ...(object && { object }), ...(known && { outcome: known }) };
}
