import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditOutcome } from "#shared/audit/contract.ts";
import { readingPages } from "../../api/query.ts";
import { auditMessages } from "../../messages/audit.ts";
import { PagedTable } from "../../ui/tables/paged-table.tsx";
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
  const trail = useInfiniteQuery(readingPages("GET /svc/api/audit", { ...asked, limit: pageRows }));
  // The trail has refusals that are counted together where their ten minutes began; people read by time.
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
