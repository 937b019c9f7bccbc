import { useNavigate, useParams } from "@tanstack/react-router";
import { DeploymentForm } from "../../../features/deployments/form/deployment-form.tsx";
import { beginningOf, useRecipe } from "../../../features/deployments/recipes/recipes.ts";
import { deploymentMessages } from "../../../messages/english/deployments.ts";
import { Failed, Loading } from "../../../ui/feedback/states.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { BackLink } from "../../page/back-link.tsx";
import { paths } from "../../paths.ts";

const text = deploymentMessages.recipes;

/** A recipe, to plan, run and edit. */
export function RecipeRoute() {
  const { id } = useParams({ from: paths.recipe });
  const navigate = useNavigate();
  const read = useRecipe(Number(id));
  const recipe = read.data?.recipe;
  return (
    <Page
      title={recipe?.name ?? text.recipe}
      text={text.formText}
      above={<BackLink to={paths.recipes} text={text.back} />}
    >
      {read.isError && recipe === undefined && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <Loading rows={6} />}
      {recipe && (
        <DeploymentForm
          key={`${recipe.id}-${recipe.version}`}
          beginning={{ ...beginningOf(recipe), recipe }}
          onStarted={(part) => void navigate({ to: paths.deployment, params: { id: String(part) } })}
          onSaved={() => void read.refetch()}
        />
      )}
    </Page>
  );
}
