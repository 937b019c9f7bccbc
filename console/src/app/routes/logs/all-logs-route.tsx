import { useNavigate, useSearch } from "@tanstack/react-router";
import type { LogRecord } from "#shared/logs/contract.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import { allLogsQuestion } from "../../../features/logs/all/all-logs-question.ts";
import { AllLogsView } from "../../../features/logs/all/all-logs-view.tsx";
import { numberAt } from "../../../features/logs/search/step-to.ts";
import { logMessages } from "../../../messages/english/logs.ts";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { BackLink } from "../../page/back-link.tsx";
import { paths } from "../../paths.ts";

/** Searches all logs. */
export function AllLogsRoute() {
  const search = useSearch({ from: paths.allLogs });
  const navigate = useNavigate({ from: paths.allLogs });
  const open = async ({ log, offset }: LogRecord): Promise<void> => {
    const number = await numberAt(log, offset).catch(() => undefined); // On failure, the log opens at its end.
    void navigate({
      to: paths.log,
      params: { name: log },
      search: number === undefined ? {} : { line: number + 1 },
    });
  };
  return (
    <Page
      fill
      title={logMessages.all.title}
      above={<BackLink to={paths.logs} text={logMessages.title} />}
      actions={
        <CurlButton calls={[{ address: "GET /svc/api/logs/search", input: allLogsQuestion(search, serviceNow()) }]} />
      }
    >
      <AllLogsView
        search={search}
        onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
        onOpen={(record) => void open(record)}
      />
    </Page>
  );
}
