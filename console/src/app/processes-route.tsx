import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ProcessFilters } from "../features/processes/process-filters.tsx";
import { type ProcessFilter, ProcessList, processQuestion } from "../features/processes/process-list.tsx";
import { CurlButton } from "../ui/curl-button.tsx";
import { Page } from "../ui/page.tsx";
import { processWords } from "../words/processes.ts";
import { paths } from "./paths.ts";

export function ProcessesRoute() {
  const filter = useSearch({ from: paths.processes });
  const navigate = useNavigate({ from: paths.processes });
  const apply = (change: ProcessFilter) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  return (
    <Page
      title={processWords.title}
      text={processWords.text}
      actions={<CurlButton calls={[{ address: "GET /svc/api/processes", input: processQuestion(filter) }]} />}
    >
      <div className="overflow-hidden rounded-lg border border-line bg-panel">
        <ProcessFilters filter={filter} onFilter={apply} />
        <ProcessList
          filter={filter}
          onClear={() => void navigate({ search: {} })}
          nameLink={({ id, title }) => (
            <Link
              to={paths.process}
              params={{ id: String(id) }}
              className="inline-block rounded leading-target underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              {title}
            </Link>
          )}
        />
      </div>
    </Page>
  );
}
