import { useNavigate, useParams } from "@tanstack/react-router";
import { OffsiteSchedulePage } from "../../../features/backups/offsite-schedule-page.tsx";
import { ProcessChip } from "../../../features/processes/process-chip.tsx";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { BackLink } from "../../page/back-link.tsx";
import { RunLink } from "../../page/run-link.tsx";
import { paths } from "../../paths.ts";
import { useRestoring } from "./use-restoring.tsx";

export function BackupRoute() {
  const { name } = useParams({ from: paths.backup });
  const navigate = useNavigate();
  const restoring = useRestoring();
  return (
    <OffsiteSchedulePage
      restoring={restoring}
      key={name}
      name={name}
      above={<BackLink to={paths.backups} text={backupMessages.page.back} />}
      mark={(state) => <ProcessChip state={state} />}
      runLink={(processId, title) => <RunLink run={{ id: processId, title }} />}
      onRun={(processId) => void navigate({ to: paths.process, params: { id: String(processId) } })}
    />
  );
}
