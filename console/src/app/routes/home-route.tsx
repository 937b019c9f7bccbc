import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DiskPanel } from "../../features/agents/disk-panel.tsx";
import { LatestChanges } from "../../features/audit/latest-changes.tsx";
import { LastCopiesPanel } from "../../features/backups/last-copies-panel.tsx";
import { LastDeployment } from "../../features/deployments/last-deployment.tsx";
import { FilesSummary } from "../../features/files/files-summary.tsx";
import { useRefused } from "../../features/keys/failing-keys.ts";
import { FirstSteps } from "../../features/keys/first-steps.tsx";
import { keyKinds } from "../../features/keys/key-kinds.ts";
import { KeysSummary } from "../../features/keys/keys-summary.tsx";
import { useRunsOfDay } from "../../features/processes/runs-of-day.ts";
import { RunsPanel } from "../../features/processes/runs-panel.tsx";
import { NextSchedules } from "../../features/schedules/next-schedules.tsx";
import type { IssueTarget } from "../../features/system/home-issues.ts";
import { PrerequisitesPanel, showPrerequisites } from "../../features/system/prerequisites-panel.tsx";
import { ServerPanel } from "../../features/system/server-panel.tsx";
import { StateSentence } from "../../features/system/state-sentence.tsx";
import { deploymentMessages } from "../../messages/english/deployments.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { homeMessages } from "../../messages/english/installation/home.ts";
import { scheduleMessages } from "../../messages/english/schedules.ts";
import { messages } from "../../messages/messages.ts";
import { buttonClasses } from "../../ui/buttons/button.tsx";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Offered } from "../../ui/offered.tsx";
import { DeploymentLink } from "../page/deployment-link.tsx";
import { LicensePlace } from "../page/license-place.tsx";
import { RunLink } from "../page/run-link.tsx";
import { ScheduleLink } from "../page/schedule-link.tsx";
import { UsagePlace } from "../page/usage-place.tsx";
import { paths } from "../paths.ts";
import { useAlertIssues } from "./alerts/alert-issues.ts";
import { useBackupIssues } from "./backups/backup-issues.ts";
import { useEventIssues } from "./events/event-issues.ts";
import { usageCalls } from "./usage/usage-of.ts";

/** Overview of the current state. Each card loads independently. */
export function HomeRoute() {
  const { refusedAccounts, refusedAdminKeys } = useRefused();
  const { failed } = useRunsOfDay();
  const search = useSearch({ from: paths.home });
  const navigate = useNavigate({ from: paths.home });
  const eventIssues = [
    // One line per resource.
    ...useAlertIssues(),
    ...useBackupIssues(),
    ...useEventIssues(),
  ];
  return (
    <Page
      title={messages.frame.pages.home}
      actions={
        <CurlButton
          calls={[
            { address: "POST /svc/api/prerequisites", input: {} },
            { address: "GET /svc/api/info", input: {} },
            { address: "GET /svc/api/processes", input: { state: "open" } },
            { address: "GET /svc/api/deployment/batches", input: { limit: 100 } },
            { address: "GET /svc/api/schedules", input: {} },
            { address: "GET /svc/api/settings/offsite/schedules", input: {} },
            { address: "GET /svc/api/webhooks", input: {} },
            { address: "GET /svc/api/triggers", input: {} },
            { address: "GET /svc/api/notifications/destinations", input: {} },
            { address: "GET /svc/api/alerts", input: {} },
            { address: "GET /svc/api/audit", input: { limit: 5 } },
            { address: "GET /svc/api/databases", input: {} },
            { address: "GET /svc/api/disk-space", input: {} },
            { address: "GET /svc/api/license", input: {} },
            { address: keyKinds.data.list, input: {} },
            { address: keyKinds.admin.list, input: {} },
            ...usageCalls({}, search),
          ]}
        />
      }
    >
      <StateSentence
        refusedAccounts={refusedAccounts}
        refusedAdminKeys={refusedAdminKeys}
        failedRuns={failed}
        eventIssues={eventIssues}
        link={issueLink}
      />
      <FirstSteps
        createKey={
          <Offered needs="POST /svc/api/api-key">
            <Link to={paths.keys} search={{ create: true }} className={buttonClasses("primary")}>
              {homeMessages.steps.create}
            </Link>
          </Offered>
        }
        createAdminKey={
          <Offered needs="POST /svc/api/admin-api-key">
            <Link to={paths.adminKeys} search={{ create: true }} className={buttonClasses()}>
              {homeMessages.steps.create}
            </Link>
          </Offered>
        }
      />
      <UsagePlace filter={{}} search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <PrerequisitesPanel />
          <RunsPanel
            link={(run) => <RunLink run={run} className="block truncate" />}
            actions={
              <Link to={paths.processes} className={buttonClasses()}>
                {homeMessages.openRuns}
              </Link>
            }
          />
          <LastDeployment
            link={(id, name) => <DeploymentLink part={{ id, name }} />}
            actions={
              <Link to={paths.deployments} className={buttonClasses()}>
                {deploymentMessages.home.open}
              </Link>
            }
          />
          <NextSchedules
            link={(schedule) => <ScheduleLink schedule={schedule} />}
            actions={
              <Link to={paths.schedules} className={buttonClasses()}>
                {scheduleMessages.home.open}
              </Link>
            }
          />
          <LastCopiesPanel
            link={({ name }) => (
              <Link
                to={paths.backup}
                params={{ name }}
                className="inline-block leading-target underline-offset-2 hover:underline"
              >
                {name}
              </Link>
            )}
            actions={
              <Link to={paths.backups} className={buttonClasses()}>
                {backupMessages.home.open}
              </Link>
            }
          />
          <LatestChanges
            title={homeMessages.changes}
            none={homeMessages.noChanges}
            actions={
              <Link to={paths.audit} className={buttonClasses()}>
                {homeMessages.openAudit}
              </Link>
            }
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <ServerPanel />
          <FilesSummary
            actions={
              <Link to={paths.files} className={buttonClasses()}>
                {homeMessages.openFiles}
              </Link>
            }
          />
          <DiskPanel
            actions={
              <Link to={paths.browse} params={{ _splat: "" }} className={buttonClasses()}>
                {homeMessages.openFolders}
              </Link>
            }
          />
          <KeysSummary
            actions={
              <Link to={paths.keys} className={buttonClasses()}>
                {homeMessages.openKeys}
              </Link>
            }
          />
          {/* Last, because it loads late: the links of the other panels don't move. */}
          <LicensePlace />
        </div>
      </div>
    </Page>
  );
}

const issueClasses = "text-left underline decoration-dotted underline-offset-2 hover:decoration-solid";

/** Links an issue to the page for its investigation. */
function issueLink(target: IssueTarget, text: ReactNode): ReactNode {
  if (target.page === "points")
    return (
      <button type="button" className={issueClasses} onClick={showPrerequisites}>
        {text}
      </button>
    );
  if (target.page === "run")
    return (
      <Link to={paths.process} params={{ id: String(target.id) }} className={issueClasses}>
        {text}
      </Link>
    );
  if (target.page === "deliveries")
    return (
      <Link to={paths.deliveries} search={{ source: target.source, state: "failed" }} className={issueClasses}>
        {text}
      </Link>
    );
  if (target.page === "webhook" || target.page === "trigger")
    return (
      <Link to={paths[target.page]} params={{ id: String(target.id) }} className={issueClasses}>
        {text}
      </Link>
    );
  return (
    <Link {...issuePages[target.page]} className={issueClasses}>
      {text}
    </Link>
  );
}

const issuePages = {
  agent: { to: paths.settings, params: { part: "agents" } },
  server: { to: paths.settings, params: { part: "server" } },
  disk: { to: paths.browse, params: { _splat: "" } },
  dataKeys: { to: paths.keys, search: { only: "failing" } },
  adminKeys: { to: paths.adminKeys, search: { only: "failing" } },
  notifications: { to: paths.settings, params: { part: "notifications" } },
  alerts: { to: paths.alerts },
  runs: { to: paths.processes, search: { state: "failed" } },
  backups: { to: paths.backups },
} as const;
