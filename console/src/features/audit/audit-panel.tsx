import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditOutcome } from "#shared/audit/contract.ts";
import { call } from "../../api/client.ts";
import { auditMessages } from "../../messages/audit.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import { FreshTable } from "../../ui/tables/fresh-table.tsx";
import { type AuditNames, auditColumns } from "./audit-columns.tsx";

const text = auditMessages;
const pageRows = 100;

/** What the address says of the trail. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly object?: string | undefined;
  readonly outcome?: string | undefined;
  /** The id of the call that did it. */
  readonly request?: string | undefined;
  readonly columns?: string | undefined;
}

/** The trail, newest first, page by page. */
export function AuditPanel({
  filter,
  shown,
  names,
  onClear,
}: {
  readonly filter: AuditFilter;
  /** Ids of the columns that were chosen. */
  readonly shown: ReadonlySet<string> | undefined;
  readonly names: AuditNames;
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
  // The trail has refusals that are counted together where their ten minutes began; people read by time.
  const entries = trail.data.pages.flatMap((page) => page.entries).sort((one, other) => other.at.localeCompare(one.at));
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
          columns={auditColumns(names)}
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
  const [actor, object, requestId] = [filter.actor?.trim(), filter.object?.trim(), filter.request?.trim()];
  const known = outcomes.find((each) => each === outcome);
  return {
    ...(actor && { actor }),
    ...(object && { object }),
    ...(known && { outcome: known }),
    ...(requestId && { requestId }),
  };
}
