import { Link, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { DeploymentsPanel } from "../../../features/deployments/deployments-panel.tsx";
import { deploymentMessages } from "../../../messages/deployments.ts";
import { buttonClasses } from "../../../ui/buttons/button.tsx";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { DeploymentLink } from "../../page/deployment-link.tsx";
import { RefreshButton } from "../../page/refresh-button.tsx";
import { paths } from "../../paths.ts";

const list = "GET /svc/api/deployment/batches";

export function DeploymentsRoute() {
  const navigate = useNavigate();
  return (
    <Page
      title={deploymentMessages.title}
      text={deploymentMessages.text}
      actions={
        <>
          <CurlButton calls={[{ address: list, input: { limit: 100 } }]} />
          <RefreshButton addresses={[list, "GET /svc/api/deployment/backups"]} />
          <Link to={paths.newDeployment} data-shortcut="c" className={buttonClasses("primary")}>
            <Plus aria-hidden size={16} />
            {deploymentMessages.create}
          </Link>
        </>
      }
    >
      <Framed>
        <DeploymentsPanel
          link={(id, name) => <DeploymentLink part={{ id, name }} />}
          onStarted={(part) => void navigate({ to: paths.deployment, params: { id: String(part) } })}
        />
      </Framed>
    </Page>
  );
}
