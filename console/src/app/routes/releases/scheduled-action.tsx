import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reading } from "../../../api/query.ts";
import { NewBuildFields } from "../../../features/builds/build-fields.tsx";
import type { ActionFields } from "../../../features/schedules/schedule-dialog.tsx";
import { deploymentFormMessages } from "../../../messages/deployment-form.ts";
import { Choice } from "../../../ui/fields/choice.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";

const text = deploymentFormMessages.scheduled;

/** What a new schedule does: a build by its fields, or a deployment by its recipe. */
export function ScheduledAction({ isSent, onAction }: Parameters<ActionFields>[0]) {
  const [kind, setKind] = useState<"build" | "deployment">("build");
  const [recipe, setRecipe] = useState("");
  const choose = (next: typeof kind) => {
    setKind(next);
    onAction(next === "deployment" ? actionOf(recipe) : undefined);
  };
  return (
    <>
      <Choice
        label={text.kind}
        value={kind}
        options={[
          { value: "build", ...text.build },
          { value: "deployment", ...text.deployment },
        ]}
        onChange={choose}
      />
      {kind === "build" ? (
        <NewBuildFields isSent={isSent} onBuild={(input) => onAction(input && { kind: "build", input })} />
      ) : (
        <RecipeField
          isSent={isSent}
          recipe={recipe}
          onChange={(next) => {
            setRecipe(next);
            onAction(actionOf(next));
          }}
        />
      )}
    </>
  );
}

function RecipeField({
  isSent,
  recipe,
  onChange,
}: {
  readonly isSent: boolean;
  readonly recipe: string;
  readonly onChange: (recipe: string) => void;
}) {
  const list = useQuery(reading("GET /svc/api/deployment/recipes", {}));
  const recipes = list.data?.recipes ?? [];
  return (
    <SelectField
      label={text.recipe}
      hint={list.data && recipes.length === 0 ? text.noRecipe : undefined}
      error={isSent && recipe === "" ? text.needRecipe : undefined}
      value={recipe}
      options={[
        { value: "", text: text.chooseRecipe },
        ...recipes.map(({ id, name }) => ({ value: String(id), text: name })),
      ]}
      onChange={onChange}
    />
  );
}

function actionOf(recipe: string) {
  return recipe === "" ? undefined : ({ kind: "recipe", input: { recipeId: Number(recipe) } } as const);
}
