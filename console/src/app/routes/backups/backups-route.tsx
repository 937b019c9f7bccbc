import { Link, useNavigate } from "@tanstack/react-router";
import { OffsiteSchedulesPanel } from "../../../features/backups/offsite-schedules-panel.tsx";
import { TabbedPage } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";
import { backupsArea } from "./backups-area.ts";
import { useRestoring } from "./use-restoring.tsx";

export function BackupsRoute() {
  const navigate = useNavigate();
  const restoring = useRestoring();
  return (
    <TabbedPage
      area={backupsArea}
      tab="schedules"
      reads={{ address: "GET /svc/api/settings/offsite/schedules", input: {} }}
    >
      <OffsiteSchedulesPanel
        nameLink={({ name }) => (
          <Link
            to={paths.backup}
            params={{ name }}
            className="inline-block leading-target underline-offset-2 hover:underline"
          >
            {name}
          </Link>
        )}
        onBrowse={(path) => void navigate({ to: paths.browse, params: { _splat: path } })}
        restoring={restoring}
        onRun={(processId) => void navigate({ to: paths.process, params: { id: String(processId) } })}
      />
    </TabbedPage>
  );
}
