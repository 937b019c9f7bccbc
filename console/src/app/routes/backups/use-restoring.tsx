import { useNavigate } from "@tanstack/react-router";
import type { Restoring } from "../../../features/backups/restore/restore-dialog.tsx";
import { DownloadMaking } from "../../../features/operations/download-making.tsx";
import { paths } from "../../paths.ts";

/** Returns the next page of a restore: the deployment, the run, or the download. */
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
