import { useNavigate } from "@tanstack/react-router";
import type { Restoring } from "../../../features/backups/restore/restore-dialog.tsx";
import { DownloadMaking } from "../../../features/operations/download-making.tsx";
import { paths } from "../../paths.ts";

/** Where restoring leads: to the deployment that does it, to the run, or to the download. */
export function useRestoring(): Restoring {
  const navigate = useNavigate();
  return {
    making: ({ downloadToken, ...made }) => <DownloadMaking {...made} token={downloadToken} />,
    onRestoring({ processId, deploymentId }) {
      if (deploymentId === null) void navigate({ to: paths.process, params: { id: String(processId) } });
      else void navigate({ to: paths.deployment, params: { id: String(deploymentId) } });
    },
  };
}
