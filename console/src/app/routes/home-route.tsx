import { Link } from "@tanstack/react-router";
import { DiskPanel } from "../../features/agents/disk-panel.tsx";
import { LatestChanges } from "../../features/audit/latest-changes.tsx";
import { FilesSummary } from "../../features/files/files-summary.tsx";
import { useFailingKeys } from "../../features/keys/failing-keys.ts";
import { keyKinds } from "../../features/keys/key-kinds.ts";
import { KeysSummary } from "../../features/keys/keys-summary.tsx";
import { RunsPanel } from "../../features/processes/runs-panel.tsx";
import { PrerequisitesPanel } from "../../features/system/prerequisites-panel.tsx";
import { ServerPanel } from "../../features/system/server-panel.tsx";
import { StateSentence } from "../../features/system/state-sentence.tsx";
import { messages } from "../../messages/messages.ts";
import { buttonClasses } from "../../ui/buttons/button.tsx";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { RunLink } from "../page/run-link.tsx";
import { paths } from "../paths.ts";

/** How things stand. Every card loads alone. */
export function HomeRoute() {
  const failingKeys = useFailingKeys();
  return (
    <Page
      title={messages.frame.pages.home}
      actions={
        <CurlButton
          calls={[
            { address: "POST /svc/api/prerequisites", input: {} },
            { address: "GET /svc/api/info", input: {} },
            { address: "GET /svc/api/processes", input: { state: "open" } },
            { address: "GET /svc/api/audit", input: { limit: 5 } },
            { address: "GET /svc/api/databases", input: {} },
            { address: "GET /svc/api/disk-space", input: {} },
            { address: keyKinds.data.list, input: {} },
            { address: keyKinds.admin.list, input: {} },
          ]}
        />
      }
    >
      <StateSentence failingKeys={failingKeys} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <PrerequisitesPanel />
          <RunsPanel
            link={(run) => <RunLink run={run} className="block truncate" />}
            actions={
              <Link to={paths.processes} className={buttonClasses()}>
                {messages.home.openRuns}
              </Link>
            }
          />
          <LatestChanges
            actions={
              <Link to={paths.audit} className={buttonClasses()}>
                {messages.home.openAudit}
              </Link>
            }
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <ServerPanel />
          <FilesSummary
            actions={
              <Link to={paths.files} className={buttonClasses()}>
                {messages.home.openFiles}
              </Link>
            }
          />
          <DiskPanel
            actions={
              <Link to={paths.browse} params={{ _splat: "" }} className={buttonClasses()}>
                {messages.home.openFolders}
              </Link>
            }
          />
          <KeysSummary
            actions={
              <Link to={paths.keys} className={buttonClasses()}>
                {messages.home.openKeys}
              </Link>
            }
          />
        </div>
      </div>
    </Page>
  );
}
