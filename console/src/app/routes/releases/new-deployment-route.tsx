import { useNavigate, useSearch } from "@tanstack/react-router";
import { copyOf } from "../../../features/deployments/asked-for.ts";
import type { Beginning } from "../../../features/deployments/form/beginning.ts";
import { DeploymentForm } from "../../../features/deployments/form/deployment-form.tsx";
import { beginningOf, useRecipe } from "../../../features/deployments/recipes/recipes.ts";
import { useDeployment } from "../../../features/deployments/use-deployment.ts";
import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";
import { deploymentMessages } from "../../../messages/english/deployments.ts";
import { Failed, Loading } from "../../../ui/feedback/states.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { BackLink } from "../../page/back-link.tsx";
import { paths } from "../../paths.ts";

export function NewDeploymentRoute() {
  const { from, recipe } = useSearch({ from: paths.newDeployment });
  return (
    <Page
      title={deploymentFormMessages.title}
      text={deploymentFormMessages.text}
      above={<BackLink to={paths.deployments} text={deploymentMessages.back} />}
    >
      {from !== undefined && <OfDeployment key={from} from={from} />}
      {from === undefined && recipe !== undefined && <OfRecipe key={recipe} recipe={recipe} />}
      {from === undefined && recipe === undefined && <NewDeployment />}
    </Page>
  );
}

function NewDeployment({ beginning }: { readonly beginning?: Beginning }) {
  const navigate = useNavigate();
  return (
    <DeploymentForm
      beginning={beginning}
      onStarted={(part) => void navigate({ to: paths.deployment, params: { id: String(part) } })}
      onSaved={({ id }) => void navigate({ to: paths.recipe, params: { id: String(id) } })}
    />
  );
}

/** Form for a new deployment, shown once its initial values are known. */
function OfDeployment({ from }: { readonly from: number }) {
  const { whole, error, refetch } = useDeployment(from);
  if (whole !== undefined) return <NewDeployment beginning={copyOf(whole)} />;
  return error === null ? <Loading rows={6} /> : <Failed error={error} onRetry={refetch} />;
}

function OfRecipe({ recipe: id }: { readonly recipe: number }) {
  const { data, error, refetch } = useRecipe(id);
  if (data !== undefined) return <NewDeployment beginning={beginningOf(data.recipe)} />;
  return error === null ? <Loading rows={6} /> : <Failed error={error} onRetry={() => void refetch()} />;
}
