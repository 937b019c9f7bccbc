import { useNavigate, useSearch } from "@tanstack/react-router";
import { ProcessFilters } from "../../features/processes/process-filters.tsx";
import {
  type ProcessFilter,
  ProcessList,
  processColumns,
  processQuestion,
} from "../../features/processes/process-list.tsx";
import { processMessages } from "../../messages/english/processes.ts";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { Framed } from "../../ui/layout/framed.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { useColumnChoice } from "../../ui/tables/column-choice.ts";
import { ColumnsButton } from "../../ui/tables/columns-button.tsx";
import { RefreshButton } from "../page/refresh-button.tsx";
import { RunLink } from "../page/run-link.tsx";
import { paths } from "../paths.ts";
import { searchWith } from "../search-with.ts";

export function ProcessesRoute() {
  const filter = useSearch({ from: paths.processes });
  const navigate = useNavigate({ from: paths.processes });
  const apply = (change: ProcessFilter) =>
    void navigate({ search: (before) => searchWith(before, change), replace: true });
  const choice = useColumnChoice("processes", processColumns, filter.columns, (columns) => apply({ columns }));
  return (
    <Page
      title={processMessages.title}
      text={processMessages.text}
      actions={
        <>
          <CurlButton calls={[{ address: "GET /svc/api/processes", input: processQuestion(filter) }]} />
          <RefreshButton addresses={["GET /svc/api/processes"]} />
        </>
      }
    >
      <Framed>
        <ProcessFilters filter={filter} onFilter={apply} columns={<ColumnsButton choice={choice} />} />
        <ProcessList
          filter={filter}
          shown={choice.shown}
          onClear={() => apply({ q: undefined, state: undefined, from: undefined, to: undefined })}
          nameLink={(run) => <RunLink run={run} />}
        />
      </Framed>
    </Page>
  );
}
