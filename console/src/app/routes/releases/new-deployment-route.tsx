import { useNavigate, useSearch } from "@tanstack/react-router";
import { copyOf } from "../../../features/deployments/asked-for.ts";
import { DeploymentForm } from "../../../features/deployments/form/deployment-form.tsx";
import { useDeployment } from "../../../features/deployments/use-deployment.ts";
import { deploymentFormMessages } from "../../../messages/deployment-form.ts";
import { deploymentMessages } from "../../../messages/deployments.ts";
import { Failed, Loading } from "../../../ui/feedback/states.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { BackLink } from "../../page/back-link.tsx";
import { paths } from "../../paths.ts";

export function NewDeploymentRoute() {
  const { from } = useSearch({ from: paths.newDeployment });
  const navigate = useNavigate();
  const onStarted = (part: number) => void navigate({ to: paths.deployment, params: { id: String(part) } });
  return (
    <Page
      title={deploymentFormMessages.title}
      text={deploymentFormMessages.text}
      above={<BackLink to={paths.deployments} text={deploymentMessages.back} />}
    >
      {from === undefined ? (
        <DeploymentForm onStarted={onStarted} />
      ) : (
        <Copied key={from} from={from} onStarted={onStarted} />
      )}
    </Page>
  );
}

/** The form, as soon as it is known what it begins with. */
function Copied({ from, onStarted }: { readonly from: number; readonly onStarted: (part: number) => void }) {
  const { whole, error, refetch } = useDeployment(from);
  if (whole !== undefined) return <DeploymentForm copied={copyOf(whole)} onStarted={onStarted} />;
  return error === null ? <Loading rows={6} /> : <Failed error={error} onRetry={refetch} />;
}
