import { useNavigate } from "@tanstack/react-router";
import { ProcessChip } from "../../../features/processes/process-chip.tsx";
import { SchedulesPanel } from "../../../features/schedules/schedules-panel.tsx";
import { ServerSchedulesPanel } from "../../../features/schedules/server-schedules-panel.tsx";
import { scheduleMessages } from "../../../messages/english/schedules.ts";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { RefreshButton } from "../../page/refresh-button.tsx";
import { ScheduleLink } from "../../page/schedule-link.tsx";
import { paths } from "../../paths.ts";
import { ScheduledAction } from "./scheduled-action.tsx";

const addresses = ["GET /svc/api/schedules", "GET /svc/api/schedules/filemaker"] as const;

export function SchedulesRoute() {
  const navigate = useNavigate();
  return (
    <Page
      title={scheduleMessages.title}
      text={scheduleMessages.text}
      actions={
        <>
          <CurlButton
            calls={[
              { address: "GET /svc/api/schedules", input: {} },
              { address: "GET /svc/api/schedules/filemaker", input: {} },
            ]}
          />
          <RefreshButton addresses={addresses} />
        </>
      }
    >
      <SchedulesPanel
        nameLink={(schedule) => <ScheduleLink schedule={schedule} />}
        mark={(state) => <ProcessChip state={state} />}
        actionFields={(fields) => <ScheduledAction {...fields} />}
        onStarted={(processId) => void navigate({ to: paths.process, params: { id: String(processId) } })}
      />
      <ServerSchedulesPanel />
    </Page>
  );
}
