import { useNavigate, useSearch } from "@tanstack/react-router";
import { AuditFilters } from "../features/audit/audit-filters.tsx";
import { type AuditFilter, AuditPanel, questionOf } from "../features/audit/audit-panel.tsx";
import { CurlButton } from "../ui/curl-button.tsx";
import { Page } from "../ui/page.tsx";
import { auditWords } from "../words/audit.ts";
import { paths } from "./paths.ts";

export function AuditRoute() {
  const filter = useSearch({ from: paths.audit });
  const navigate = useNavigate({ from: paths.audit });
  const apply = (change: AuditFilter) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  return (
    <Page
      title={auditWords.title}
      text={auditWords.text}
      actions={<CurlButton calls={[{ address: "GET /svc/api/audit", input: questionOf(filter) }]} />}
    >
      <div className="overflow-hidden rounded-lg border border-line bg-panel">
        <AuditFilters filter={filter} onFilter={apply} />
        <AuditPanel filter={filter} onClear={() => void navigate({ search: {} })} />
      </div>
    </Page>
  );
}
