import { useNavigate } from "@tanstack/react-router";
import { DeploymentsPanel } from "../../../features/deployments/deployments-panel.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { DeploymentLink } from "../../page/deployment-link.tsx";
import { TabbedPage } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";
import { deploymentsArea } from "./deployments-area.ts";
import { NewDeploymentLink } from "./new-deployment-link.tsx";

export function DeploymentsRoute() {
  const navigate = useNavigate();
  return (
    <TabbedPage
      area={deploymentsArea}
      tab="deployments"
      reads={{ address: "GET /svc/api/deployment/batches", input: { limit: 100 } }}
      actions={<NewDeploymentLink />}
    >
      <Framed>
        <DeploymentsPanel
          link={(id, name) => <DeploymentLink part={{ id, name }} />}
          onStarted={(part) => void navigate({ to: paths.deployment, params: { id: String(part) } })}
        />
      </Framed>
    </TabbedPage>
  );
}
