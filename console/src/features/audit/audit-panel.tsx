import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditOutcome } from "#shared/audit/contract.ts";
import { readingPages } from "../../api/query.ts";
import { auditMessages } from "../../messages/english/audit.ts";
import { PagedTable } from "../../ui/tables/paged-table.tsx";
import { type AuditNames, auditColumns } from "./audit-columns.tsx";

const text = auditMessages;
const pageRows = 100;

/** Filter of the trail, from the address. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly object?: string | undefined;
  readonly outcome?: string | undefined;
  /** Id of the request that made the change. */
  readonly request?: string | undefined;
  readonly columns?: string | undefined;
}

/** Audit trail, newest first, page by page. */
export function AuditPanel({
  filter,
  shown,
  names,
  onClear,
}: {
  readonly filter: AuditFilter;
  /** Ids of the selected columns. */
  readonly shown: ReadonlySet<string> | undefined;
  readonly names: AuditNames;
  readonly onClear: () => void;
}) {
  const asked = questionOf(filter);
  const trail = useInfiniteQuery(readingPages("GET /svc/api/audit", { ...asked, limit: pageRows }));
  // The trail orders refusals that it counts together by the start of their ten minutes; users expect the order of time.
  const entries = (trail.data?.pages ?? [])
    .flatMap((page) => page.entries)
    .sort((one, other) => other.at.localeCompare(one.at));
  return (
    <PagedTable
      list={trail}
      text={text}
      isFiltered={Object.keys(asked).length > 0}
      onClear={onClear}
      question={JSON.stringify(asked)}
      rows={entries}
      columns={auditColumns(names)}
      shown={shown}
      nameOf={({ action }) => action}
    />
  );
}

const outcomes: readonly AuditOutcome[] = ["begun", "done", "refused", "failed"];

/** Returns the filter in the service's format; an unknown outcome selects all of them. */
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
