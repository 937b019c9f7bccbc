import { Link, useNavigate } from "@tanstack/react-router";
import { RecipesPanel } from "../../../features/deployments/recipes/recipes-panel.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { DeploymentLink } from "../../page/deployment-link.tsx";
import { TabbedPage } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";
import { deploymentsArea } from "./deployments-area.ts";
import { NewDeploymentLink } from "./new-deployment-link.tsx";

export function RecipesRoute() {
  const navigate = useNavigate();
  return (
    <TabbedPage
      area={deploymentsArea}
      tab="recipes"
      reads={{ address: "GET /svc/api/deployment/recipes", input: {} }}
      actions={<NewDeploymentLink />}
    >
      <Framed>
        <RecipesPanel
          link={({ id, name }) => (
            <Link
              to={paths.recipe}
              params={{ id: String(id) }}
              className="inline-block leading-target underline-offset-2 hover:underline"
            >
              {name}
            </Link>
          )}
          runLink={(id, name) => <DeploymentLink part={{ id, name }} />}
          onOpen={(id) => void navigate({ to: paths.recipe, params: { id: String(id) } })}
          onDuplicate={(recipe) => void navigate({ to: paths.newDeployment, search: { recipe } })}
          onStarted={(part) => void navigate({ to: paths.deployment, params: { id: String(part) } })}
        />
      </Framed>
    </TabbedPage>
  );
}
