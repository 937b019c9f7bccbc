import { useNavigate, useSearch } from "@tanstack/react-router";
import { auditColumnNames } from "../../features/audit/audit-columns.tsx";
import { AuditFilters } from "../../features/audit/audit-filters.tsx";
import { type AuditFilter, AuditPanel, questionOf } from "../../features/audit/audit-panel.tsx";
import { auditMessages } from "../../messages/english/audit.ts";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { Framed } from "../../ui/layout/framed.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { useColumnChoice } from "../../ui/tables/column-choice.ts";
import { ColumnsButton } from "../../ui/tables/columns-button.tsx";
import { RefreshButton } from "../page/refresh-button.tsx";
import { paths } from "../paths.ts";
import { searchWith } from "../search-with.ts";
import { useAuditNames } from "./audit-names.tsx";

export function AuditRoute() {
  const filter = useSearch({ from: paths.audit });
  const navigate = useNavigate({ from: paths.audit });
  const apply = (change: AuditFilter) =>
    void navigate({ search: (before) => searchWith(before, change), replace: true });
  const choice = useColumnChoice("audit", auditColumnNames, filter.columns, (columns) => apply({ columns }));
  const names = useAuditNames();
  return (
    <Page
      title={auditMessages.title}
      text={auditMessages.text}
      actions={
        <>
          <CurlButton calls={[{ address: "GET /svc/api/audit", input: questionOf(filter) }]} />
          <RefreshButton addresses={["GET /svc/api/audit"]} />
        </>
      }
    >
      <Framed>
        <AuditFilters filter={filter} onFilter={apply} columns={<ColumnsButton choice={choice} />} />
        <AuditPanel
          filter={filter}
          shown={choice.shown}
          names={names}
          onClear={() => apply({ actor: undefined, object: undefined, outcome: undefined, request: undefined })}
        />
      </Framed>
    </Page>
  );
}
